import { expect, test } from 'vitest';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { startOfRun } from './start-of-run';

const NOW = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;
const spanAt = (ms: number) => ({ startTime: new Date(ms).toISOString() }) as TraceSpan;

test('a run began with its first block, or now when it has none', () => {
  expect(startOfRun([], NOW)).toBe(NOW);
  expect(startOfRun([spanAt(NOW - 5), spanAt(NOW - 3 * DAY_MS), spanAt(NOW)], NOW)).toBe(NOW - 3 * DAY_MS);
});

test('a run that waited for very long keeps a start with which its log is kept', () => {
  expect(startOfRun([spanAt(NOW - 30 * DAY_MS)], NOW)).toBe(NOW - 15 * DAY_MS);
});
