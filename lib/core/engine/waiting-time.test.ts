import { expect, test } from 'vitest';
import type { TraceSpan } from './trace-span';
import { isWait, waitedMs, waitingIntervals } from './waiting-time';

const START_MS = Date.UTC(2026, 0, 1);
const span = (type: string, fromMs: number, toMs: number, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id: `${type} ${fromMs}`,
  parentId: null,
  blockId: type,
  name: type,
  type,
  status: 'success',
  startTime: new Date(START_MS + fromMs).toISOString(),
  durationMs: toMs - fromMs,
  endTime: new Date(START_MS + toMs).toISOString(),
  input: null,
  output: null,
  error: null,
  children: [],
  ...more,
});
const waits = (spans: readonly TraceSpan[]) =>
  waitingIntervals(spans).map(({ startMs, endMs }) => [startMs - START_MS, endMs - START_MS]);

test('only a block that does nothing meanwhile waits: neither a request nor another workflow', () => {
  expect(['wait', 'api', 'workflow', 'agent', 'function'].filter((type) => isWait({ type }))).toEqual([
    'wait',
  ]);
});

test('a run waits while a block waits and none works', () => {
  expect(waits([span('api', 0, 10), span('wait', 10, 100), span('api', 100, 110)])).toEqual([[10, 100]]);
  expect(waitedMs([span('api', 0, 10), span('wait', 10, 100), span('api', 100, 110)])).toBe(90);
});

test('what works beside a wait is no waiting, and waits that meet are one', () => {
  const beside = [span('wait', 0, 100), span('api', 20, 30), span('wait', 50, 150), span('api', 120, 130)];
  expect(waits(beside)).toEqual([
    [0, 20],
    [30, 120],
    [130, 150],
  ]);
  expect(waits([span('wait', 0, 100), span('api', 0, 200)])).toEqual([]);
});

test('in containers it is what runs inside that tells', () => {
  const inside = (type: string, fromMs: number, toMs: number, iteration: number) =>
    span(type, fromMs, toMs, { parentId: 'each', iteration });
  const each = span('loop', 0, 300, {
    children: [inside('api', 0, 10, 0), inside('wait', 10, 150, 0), inside('wait', 160, 300, 1)],
  });
  expect(waits([each])).toEqual([
    [10, 150],
    [160, 300],
  ]);
});

test('the steps of an agent are its own work, and a skipped block takes no time', () => {
  const agent = span('agent', 0, 100, { children: [span('tool', 10, 20, { parentId: 'agent' })] });
  expect(waits([agent, span('wait', 0, 150), span('api', 120, 140, { status: 'skipped' })])).toEqual([
    [100, 150],
  ]);
});

test('a run that was stopped while it waited has waited until then', () => {
  expect(waitedMs([span('start', 0, 0), span('wait', 1, 20_000, { status: 'cancelled' })])).toBe(19_999);
});

test('a block that waited for its server worked before and after that', () => {
  const at = (ms: number) => new Date(START_MS + ms).toISOString();
  const waited = { startTime: at(10), endTime: at(90) };
  const order = span('api', 0, 100, { waited });
  expect(waits([order])).toEqual([[10, 90]]);
  // Another one worked meanwhile.
  expect(waits([order, span('api', 20, 30)])).toEqual([
    [10, 20],
    [30, 90],
  ]);
});
