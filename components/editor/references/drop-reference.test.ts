import { expect, test } from 'vitest';
import { besideChips } from './drop-reference';

const chips = [{ start: 4, end: 14 }];

test('a value dropped on a chip goes beside it, on the nearer side', () => {
  expect(besideChips(6, chips)).toBe(4);
  expect(besideChips(12, chips)).toBe(14);
});

test('a value dropped elsewhere, or right at a chip, goes where it was dropped', () => {
  expect(besideChips(2, chips)).toBe(2);
  expect(besideChips(4, chips)).toBe(4);
  expect(besideChips(20, chips)).toBe(20);
});
