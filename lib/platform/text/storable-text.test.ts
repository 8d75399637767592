import { expect, test } from 'vitest';
import { isStorable, someText } from './storable-text';

test('a NUL and half of a surrogate pair can’t be stored, a whole pair can', () => {
  expect(['', 'a\\u0000', '😀', 'é'].filter((text) => !isStorable(text))).toEqual([]);
  expect(['a\0b', '\ud83d', '\ude00\ud83d'].filter(isStorable)).toEqual([]);
});

test('texts are found in lists, members and their names', () => {
  const isA = (text: string) => text === 'a';
  expect(
    ['a', ['b', ['a']], { b: { c: 'a' } }, { b: [{ a: 1 }] }].every((value) => someText(value, isA)),
  ).toBe(true);
  expect([null, 1, true, ['b'], { b: 'c', d: [null] }].some((value) => someText(value, isA))).toBe(false);
});
