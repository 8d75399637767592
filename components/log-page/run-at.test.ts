import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { runAt, timedRun } from './run-at';

const span = (id: string, fromMs: number, durationMs: number, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id,
  parentId: null,
  blockId: id.split('@')[0] ?? id,
  name: id,
  type: 'function',
  status: 'success',
  startTime: new Date(fromMs).toISOString(),
  endTime: new Date(fromMs + durationMs).toISOString(),
  durationMs,
  input: null,
  output: { of: id },
  error: null,
  children: [],
  ...more,
});

test('a moment of a run has what had ended, what was at work, and nothing of what came later', () => {
  const inside = [0, 1, 2].map((index) =>
    span(`step@each:${index}`, 10 + index * 10, 10, {
      parentId: 'each',
      iteration: index,
      status: index === 1 ? 'error' : 'success',
    }),
  );
  const traceSpans = [span('start', 0, 10), span('each', 10, 30, { children: inside }), span('end', 40, 5)];
  const run = timedRun({
    startedAt: new Date(0).toISOString(),
    executionData: { traceSpans, finalOutput: {}, error: null },
  });
  const statuses = (atMs: number) =>
    Object.fromEntries(Object.entries(runAt(run, atMs).blocks).map(([id, { status }]) => [id, status]));
  expect(run.moments).toEqual([0, 10, 20, 30, 40, 45]);
  expect(statuses(5)).toEqual({ start: 'running' });
  expect(statuses(25)).toEqual({ start: 'success', each: 'running', step: 'running' });
  expect(statuses(40)).toEqual({ start: 'success', each: 'success', step: 'success', end: 'running' });
  expect(runAt(run, 35).tallies).toEqual({ step: { ran: 2, failed: 1 } });
  expect(runAt(run, 40).blocks.step).toMatchObject({ span: { output: { of: 'step@each:2' } } });
  expect(runAt(run, 45).blocks.end).toMatchObject({ status: 'success' });
});
