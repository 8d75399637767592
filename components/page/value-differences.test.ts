import { expect, test } from 'vitest';
import { shownDifferences } from './value-differences';

test('of two long texts the part is shown in which they differ first', () => {
  const text = 'x'.repeat(20_000);
  const { found } = shownDifferences({ a: `${text}end` }, { a: `${text}fin` });
  expect(found).toEqual([{ path: 'a', before: `…${'x'.repeat(200)}end`, after: `…${'x'.repeat(200)}fin` }]);
});

test('a value that is there on one side only, and one that is the whole', () => {
  expect(shownDifferences({ a: 1 }, {}).found).toEqual([{ path: 'a', before: '1', after: undefined }]);
  expect(shownDifferences(1, 'b').found).toEqual([{ path: 'value', before: '1', after: 'b' }]);
});

test('no more values are looked at than are asked for, and that is said', () => {
  const lists = (last: number) => Array.from({ length: 50 }, (_, at) => [at === 49 ? last : 0]);
  expect(shownDifferences(lists(0), lists(1), 10)).toEqual({ found: [], isComplete: false });
  expect(shownDifferences(lists(0), lists(1), 100).found).toHaveLength(1);
});
