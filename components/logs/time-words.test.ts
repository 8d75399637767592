import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { timeWords } from './time-words';

const span = (more: Partial<TraceSpan>) => ({ type: 'api', durationMs: 2_120, ...more }) as TraceSpan;
const attempt = (waitMs: number) => ({ status: 500, code: null, startedAt: '', durationMs: 60, waitMs });

test('a time says what it is of', () => {
  expect(timeWords(span({}))).toBe('Ran 2.12 s, from its start to its end on the server');
  expect(timeWords(span({ attempts: [attempt(0), attempt(2_000)] }))).toBe(
    'Waited 2.00 s between attempts, ran 120 ms',
  );
  expect(timeWords(span({ type: 'wait' }))).toBe('Waited 2.12 s');
  expect(timeWords(span({ pinned: true }))).toBe('Pinned: it did not run');
});
