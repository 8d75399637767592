import { expect, test } from 'vitest';
import { typedNumber, whyNoNumber } from './typed-number';

test.each([
  ['45', 45],
  [' 45 ', 45],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['1,50', 1.5],
  [',5', 0.5],
  ['1.', 1],
  ['0,125', 0.125],
  ['1e3', 1_000],
  ['1E-2', 0.01],
  ['-3', -3],
  ['+3', 3],
])('%j is %d', (text, number) => {
  expect(typedNumber(text)).toBe(number);
  expect(whyNoNumber(text)).toBeNull();
});

test.each([
  ['1+2', 'Type a number, such as 30 or 1.5.'],
  ['ten', 'Type a number, such as 30 or 1.5.'],
  ['0x1f', 'Type a number, such as 30 or 1.5.'],
  ['1.000.000', 'Type a number, such as 30 or 1.5.'],
  ['Infinity', 'Type a number, such as 30 or 1.5.'],
  ['-', 'Type a number, such as 30 or 1.5.'],
  ['1,000', 'Write 1000 or 1.000.'],
])('%j is none, and says so', (text, words) => {
  expect(typedNumber(text)).toBeNaN();
  expect(whyNoNumber(text)).toBe(words);
});

test('nothing is no number, and no mistake', () => {
  expect(typedNumber(' ')).toBeNaN();
  expect(whyNoNumber(' ')).toBeNull();
});
