import { expect, test } from 'vitest';
import { usageWords } from './usage-words';

test('what a budget has counted is said with its limit', () => {
  expect(usageWords({ measure: 'requests', counted: 412, limit: 1_000 })).toBe('412 of 1,000');
  expect(usageWords({ measure: 'dollars', counted: 1.5, limit: 20 })).toBe('$1.50 of $20.00');
});
