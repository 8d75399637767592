import { expect, test } from 'vitest';
import { runErrorCodes } from '@/scripts/testing/run-error-codes';
import { adviceFor } from './error-advice';

test('every error that a run or one of its blocks can end with says what to do next', () => {
  const all = runErrorCodes();
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((code) => adviceFor(code) === null)).toEqual([]);
});
