import { expect, test } from 'vitest';
import { nameOfCopy } from './name-of-copy';

test.each([
  ['Orders', [], 'Orders copy'],
  ['Orders', ['Orders copy'], 'Orders copy 2'],
  ['Orders copy', ['Orders', 'Orders copy'], 'Orders copy 2'],
  ['Orders copy 2', ['Orders copy', 'Orders copy 2'], 'Orders copy 3'],
  ['Orders copy 2', [], 'Orders copy'],
  ['copy', [], 'copy copy'],
])('a copy of %j beside %j is %j', (name, taken, expected) => {
  expect(nameOfCopy(name, taken)).toBe(expected);
});

test('the copy of a name of the greatest length is cut before the addition, between characters', () => {
  const name = 'x'.repeat(120);
  expect(nameOfCopy(name, [])).toBe(`${'x'.repeat(115)} copy`);
  expect(nameOfCopy(name, [`${'x'.repeat(115)} copy`])).toBe(`${'x'.repeat(113)} copy 2`);
  expect(nameOfCopy(`${'x'.repeat(114)}😀`, [])).toBe(`${'x'.repeat(114)} copy`);
});
