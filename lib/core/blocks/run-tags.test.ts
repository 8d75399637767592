import { expect, test } from 'vitest';
import { RunTags, splitTags } from './run-tags';

const refusalOf = (tags: unknown) => RunTags.safeParse(tags).error?.issues.map(({ message }) => message);

test('tags are kept once each, without the blanks around them', () => {
  expect(RunTags.parse([' order 1042 ', 'eu', 'eu', 'Größe'])).toEqual(['order 1042', 'eu', 'Größe']);
  expect(RunTags.parse(Array.from({ length: 10 }, (_, at) => `${at}`))).toHaveLength(10);
});

test('a tag of 64 characters is one, whatever its characters take', () => {
  expect(RunTags.parse(['😀'.repeat(64)])).toEqual(['😀'.repeat(64)]);
  expect(refusalOf(['😀'.repeat(65)])).toEqual(['A tag has at most 64 characters.']);
});

test.each([
  [Array.from({ length: 11 }, (_, at) => `${at}`), 'At most 10 tags a run.'],
  [['  '], 'A tag can’t be empty.'],
  [['a\u0000'], 'A tag can’t hold control characters.'],
  [['a\nb'], 'A tag can’t hold control characters.'],
  [['a,b'], 'A tag can’t hold a comma: commas separate tags.'],
])('%j is refused in words', (tags, message) => {
  expect(refusalOf(tags)).toEqual([message]);
});

test('a header is split at its commas', () => {
  expect(splitTags(' order 1042,, eu ')).toEqual(['order 1042', 'eu']);
});
