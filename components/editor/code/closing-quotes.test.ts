import { expect, test } from 'vitest';
import { isOpen } from './closing-quotes';

test.each([
  ['{"sku": "<variable.sku>', '"', true],
  ['{"sku": "A-17"', '"', false],
  ['{"sku": ', '"', false],
  ['{"said": "\\"yes\\"', '"', true],
  ['return "don\'t', '"', true],
  ['return "don\'t', "'", false],
  ['return `a "b', '`', true],
  ['', '"', false],
  ['"\\', '"', true],
])('%s : a %s there closes a string: %s', (line, quote, expected) => {
  expect(isOpen(line, quote)).toBe(expected);
});
