import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { timeWords } from './time-words';

const span = (more: Partial<TraceSpan>) =>
  ({ type: 'api', durationMs: 2_120, children: [], ...more }) as unknown as TraceSpan;
const attempt = (waitMs: number) => ({ status: 500, code: null, startedAt: '', durationMs: 60, waitMs });

test('a time says what it is of', () => {
  expect(timeWords(span({}))).toBe('Ran 2.12 s, from its start to its end on the server');
  expect(timeWords(span({ attempts: [attempt(0), attempt(2_000)] }))).toBe(
    'Waited 2.00 s between attempts, ran 120 ms',
  );
  expect(timeWords(span({ type: 'wait' }))).toBe('Waited 2.12 s');
  const startTime = '2026-01-01T00:00:00.000Z';
  const inside = span({ type: 'wait', startTime, durationMs: 2_000, iteration: 0, parentId: 'each' });
  expect(timeWords(span({ type: 'loop', startTime, children: [inside] }))).toBe(
    'Waited 2.00 s with its blocks, ran 120 ms',
  );
  expect(timeWords(span({ pinned: true }))).toBe('Pinned: it did not run');
});
