import { expect, test } from 'vitest';
import { replayVerdict } from './replay-verdict';

test.each([
  ['error', 'different', 'success', 'success', 'The run failed, and now succeeds.'],
  ['success', 'different', 'error', 'danger', 'The run succeeded, and now fails.'],
  ['warning', 'different', 'error', 'danger', 'The run succeeded, and now fails.'],
  ['error', 'different', 'error', 'warning', 'The run still fails, but differently.'],
  ['success', 'different', 'success', 'warning', 'The result is different.'],
  ['cancelled', 'different', 'success', 'warning', 'The result is different.'],
  ['error', 'same', 'error', 'success', 'The result is the same.'],
] as const)('a run that ended with %s, replayed as %s with %s', (before, result, status, tone, words) => {
  expect(replayVerdict(before, { result, status })).toMatchObject({ tone, words });
});

test('what depends on a response that was not recorded is unknown, whatever came out', () => {
  expect(replayVerdict('error', { result: 'unknown', status: 'success' })).toMatchObject({
    tone: 'warning',
    words: expect.stringContaining('Unknown'),
  });
});
