import { expect, test } from 'vitest';
import type { BulkGroup } from '@/lib/services/bulk/schema';
import { countWords, groupWords, progressWords } from './bulk-words';

const COUNT = { matching: 3, isMore: false, exact: true, most: 100_000 };
const GROUP: BulkGroup = {
  outcome: 'succeeds',
  blockId: null,
  blockName: null,
  code: null,
  otherwise: null,
  mayDiffer: false,
  message: null,
  runs: 1,
};

test('how many match, and that it is too many', () => {
  expect(countWords(COUNT)).toBe('3 runs match.');
  expect(countWords({ ...COUNT, matching: 1 })).toBe('1 run matches.');
  expect(countWords({ ...COUNT, exact: false })).toBe('At least 3 runs match.');
  expect(countWords({ ...COUNT, matching: 0 })).toBe('No runs match.');
  expect(countWords({ ...COUNT, isMore: true })).toMatch(/^More than 100,000 runs match/);
});

test('what a forecast says of a group', () => {
  expect(groupWords(GROUP)).toBe('would succeed');
  const fails = { ...GROUP, outcome: 'fails', blockName: 'charge', code: 'HTTP_STATUS' } as const;
  expect(groupWords(fails)).toBe('would still fail at “charge” (HTTP_STATUS)');
  expect(groupWords({ ...fails, mayDiffer: true })).toContain('may respond now');
  const repeats = { ...GROUP, outcome: 'repeats', blockName: 'charge', otherwise: 'succeeds' } as const;
  expect(groupWords(repeats)).toContain('at “charge”; otherwise they would succeed');
  const message = '3 requests that were accepted would be sent again: POST api.example.com/orders';
  expect(groupWords({ ...repeats, message })).toContain('would succeed. In one run, 3 requests');
});

test('how far a job is', () => {
  const job = { isSelecting: false, done: 1_200, total: 4_000 } as never;
  expect(progressWords(job)).toBe('1,200 of 4,000');
});
