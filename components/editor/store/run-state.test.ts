import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { costOf } from '@/lib/platform/testing/cost-of';
import type { LogDetail } from '@/lib/services/logs/schema';
import type { RunStreamEvent } from '@/lib/services/runs/schema';
import {
  applyRunEvents,
  beginRun,
  failedBlock,
  failRun,
  isActive,
  runOfLog,
  spanOf,
  statusOfAll,
} from './run-state';

const span = (blockId: string, status: TraceSpan['status']): TraceSpan => ({
  id: `s-${blockId}`,
  parentId: null,
  blockId,
  name: blockId,
  type: 'api',
  status,
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-01-01T00:00:01.000Z',
  durationMs: 1_000,
  input: null,
  output: { x: 1 },
  error: null,
  children: [],
});
const answer = { executionId: 'x', logId: 'l', status: 'success' as const, output: 1, error: null };

test('a block goes from queued over running to done', () => {
  let run = beginRun(['a', 'b'], 0);
  expect(run.blocks.a?.status).toBe('queued');
  run = applyRunEvents(run, [{ type: 'run-started', executionId: 'x', logId: 'l' }], 1);
  run = applyRunEvents(run, [{ type: 'block-started', blockId: 'a', startedAt: '2026-01-01T00:00:00Z' }], 5);
  expect(run.blocks.a).toEqual({ status: 'running', startedAtMs: 5 });
  run = applyRunEvents(run, [{ type: 'block-finished', blockId: 'a', span: span('a', 'warning') }], 9);
  expect(run.blocks.a?.status).toBe('warning');
  expect(spanOf(run.blocks.a)?.output).toEqual({ x: 1 });
  expect(isActive(run)).toBe(true);
});

test('the text of a block grows while it runs, and gives way to its end', () => {
  let run = beginRun(['a'], 0);
  const say = (step: number, from: number, text: string) =>
    applyRunEvents(run, [{ type: 'block-text', blockId: 'a', step, from, text }], 6);
  run = applyRunEvents(run, [{ type: 'block-started', blockId: 'a', startedAt: '2026-01-01T00:00:00Z' }], 5);
  run = say(1, 0, 'One ');
  run = say(1, 4, 'two');
  expect(run.blocks.a).toMatchObject({ text: { step: 1, text: 'One two' } });
  run = say(1, 4, 'three');
  expect(run.blocks.a).toMatchObject({ text: { step: 1, text: 'One three' } });
  run = say(2, 0, 'Anew');
  expect(run.blocks.a).toMatchObject({ text: { step: 2, text: 'Anew' } });
  run = applyRunEvents(run, [{ type: 'block-finished', blockId: 'a', span: span('a', 'success') }], 9);
  expect(say(2, 4, 'late').blocks.a).toEqual(run.blocks.a);
});

test('at the end, blocks that never had their turn show nothing', () => {
  let run = beginRun(['a', 'b'], 0);
  run = applyRunEvents(run, [{ type: 'block-finished', blockId: 'a', span: span('a', 'success') }], 1);
  run = applyRunEvents(run, [{ type: 'run-finished', answer }], 20);
  expect(Object.keys(run.blocks)).toEqual(['a']);
  expect(run).toMatchObject({ phase: 'finished', endedAtMs: 20, logId: 'l' });
  expect(isActive(run)).toBe(false);
});

test('a run that is being stopped stays so until it has ended', () => {
  const run = { ...beginRun(['a'], 0), phase: 'stopping' as const };
  const started = applyRunEvents(run, [{ type: 'run-started', executionId: 'x', logId: 'l' }], 1);
  expect(started.phase).toBe('stopping');
  expect(applyRunEvents(started, [{ type: 'run-finished', answer }], 2).phase).toBe('finished');
});

test('a run that could not begin says why', () => {
  expect(failRun(beginRun(['a'], 0), 'No.', 3)).toMatchObject({
    phase: 'failed',
    failure: 'No.',
    blocks: {},
  });
});

test('a past run shows what its log has: each block’s state and output, its own times and its error', () => {
  const error = { code: 'HTTP_STATUS', message: 'No.' };
  const run = runOfLog({
    id: 'l',
    executionId: 'x',
    level: 'error',
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:00:02.000Z',
    executionData: { traceSpans: [span('a', 'success'), span('b', 'error')], finalOutput: {}, error },
  } as unknown as LogDetail);
  expect(run).toMatchObject({ phase: 'finished', logId: 'l', answer: { status: 'error', error } });
  expect(run.endedAtMs! - run.startedAtMs!).toBe(2_000);
  expect(spanOf(run.blocks.a)?.output).toEqual({ x: 1 });
  expect([failedBlock(run), isActive(run)]).toEqual(['b', false]);
});

test('parts of what a block did are no runs of the block', () => {
  const part = { ...span('a', 'error'), id: 's-a#0', parentId: 's-a', type: 'model' };
  const run = runOfLog({
    id: 'l',
    executionId: 'x',
    level: 'info',
    startedAt: '',
    endedAt: '',
    executionData: {
      traceSpans: [{ ...span('a', 'success'), children: [part] }],
      finalOutput: {},
      error: null,
    },
  } as unknown as LogDetail);
  expect(run).toMatchObject({ blocks: { a: { status: 'success' } }, inside: [], rounds: {}, tallies: {} });
});

const inside = (index: number, status: TraceSpan['status'] = 'success'): RunStreamEvent => ({
  type: 'block-finished',
  blockId: 'call',
  iteration: `each:${index}`,
  span: { ...span('call', status), id: `call@each:${index}`, parentId: 'each', iteration: index },
});

test('a block in a container shows its last iteration and number of runs, its container the progress', () => {
  const begun: RunStreamEvent = { type: 'block-started', blockId: 'each', startedAt: '2026-01-01T00:00:00Z' };
  const run = applyRunEvents(
    beginRun(['each', 'call'], 0),
    [begun, inside(0), inside(1, 'error'), inside(2)],
    5,
  );
  expect(run.blocks.call?.status).toBe('success');
  expect(run.tallies.call).toEqual({ ran: 3, failed: 1 });
  expect(run.rounds.each).toBe(3);
  expect(run.inside.map(({ id }) => id)).toEqual(['call@each:0', 'call@each:1', 'call@each:2']);
  const again = applyRunEvents(run, [begun], 6);
  expect([again.rounds.each, run.rounds.each]).toEqual([undefined, 3]);
});

test('a collected error of an iteration ends nothing; a failed container names the block inside', () => {
  const run = applyRunEvents(beginRun([], 0), [inside(0), inside(1, 'error')], 1);
  const end = (status: TraceSpan['status']): RunStreamEvent => ({
    type: 'block-finished',
    blockId: 'each',
    span: { ...span('each', status), id: 'each' },
  });
  expect(failedBlock(applyRunEvents(run, [end('success')], 2))).toBeNull();
  expect(failedBlock(applyRunEvents(run, [end('error')], 2))).toBe('call');
});

test('ten thousand events in a row are shown in well under a second', () => {
  let run = beginRun(['each', 'call'], 0);
  const show = () => {
    for (let batch = 0; batch < 100; batch++)
      run = applyRunEvents(
        run,
        Array.from({ length: 100 }, (_, index) => inside(batch * 100 + index)),
        1,
      );
  };
  expect(costOf(show)).toBeLessThan(1_000);
  expect(run.tallies.call?.ran).toBe(10_000);
});

test.each([
  ['skipped', { ran: 4, failed: 0 }, 'success'],
  ['skipped', { ran: 0, failed: 0 }, 'skipped'],
  ['success', { ran: 57, failed: 3 }, 'error'],
  ['warning', { ran: 2, failed: 0 }, 'warning'],
  ['running', { ran: 5, failed: 1 }, 'running'],
] as const)('the last %s of %j is shown as %s', (last, tally, shown) =>
  expect(statusOfAll(last, tally)).toBe(shown),
);
