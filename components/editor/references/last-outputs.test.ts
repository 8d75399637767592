import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { mergeOutputs } from './last-outputs';

const span = (output: unknown, endTime: string) => ({ output, endTime }) as TraceSpan;
const EARLY = '2026-01-01T10:00:00.000Z';
const LATE = '2026-01-01T11:00:00.000Z';
const nothing = { samples: {}, pins: {}, sent: {}, run: {}, runLogId: 'r', logs: {} };
const ofLog = (output: unknown, at: string) => ({ a: { output, at, logId: 'l' } });

test('the newest wins, wherever it came from', () => {
  const run = { a: span({ n: 'run' }, LATE) };
  const sent = { a: span({ n: 'sent' }, EARLY) };
  expect(mergeOutputs({ ...nothing, logs: ofLog({ n: 'log' }, EARLY), run, sent }).get('a')).toEqual({
    output: { n: 'run' },
    at: LATE,
    from: 'run',
    logId: 'r',
  });
  expect(mergeOutputs({ ...nothing, logs: ofLog({ n: 'log' }, LATE), sent }).get('a')?.from).toBe('log');
});

test('a sample stands before all', () => {
  const merged = mergeOutputs({ ...nothing, samples: { a: { n: 1 } }, run: { a: span({ n: 2 }, LATE) } });
  expect(merged.get('a')).toEqual({ output: { n: 1 }, at: null, from: 'sample', logId: null });
});

test('a pin stands before what came of running, and a sample before it', () => {
  const pins = { a: { output: { n: 'pin' }, updatedAt: EARLY } };
  const pinned = mergeOutputs({ ...nothing, pins, run: { a: span({ n: 'run' }, LATE) } });
  expect(pinned.get('a')).toEqual({ output: { n: 'pin' }, at: EARLY, from: 'pinned', logId: null });
  expect(mergeOutputs({ ...nothing, pins, samples: { a: { n: 1 } } }).get('a')?.from).toBe('sample');
});

test('what was too big to keep, or is no object, is not known', () => {
  expect(mergeOutputs({ ...nothing, logs: ofLog({ truncated: true, bytes: 9 }, LATE) }).size).toBe(0);
  expect(mergeOutputs({ ...nothing, run: { a: span(null, LATE) } }).size).toBe(0);
});
