import { expect, test } from 'vitest';
import { endOfTryWords, tryWords } from './try-words';

const run = { number: 4, logId: 'l', executionId: 'e', dueAt: null, fromBlock: null };

test('which try a run is, and what became of the others', () => {
  expect(tryWords({ number: 3, total: 5 })).toBe('try 3 of 5');
  expect(endOfTryWords({ ...run, status: 'success' })).toBe('Try 4 succeeded');
  expect(endOfTryWords({ ...run, status: 'cancelled' })).toBe('Try 4 was cancelled');
  expect(endOfTryWords({ ...run, status: null })).toBeNull();
});
