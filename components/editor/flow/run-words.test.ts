import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { ExecutionState, RunStreamEvent } from '@/lib/services/runs/schema';
import { lineDocument } from '../document/line-document.fixture';
import {
  applyRunEvents,
  beginRun,
  failRun,
  NO_RUN,
  type RunState,
  refuseRun,
  showWaits,
} from '../store/run-state';
import { runWords } from './run-words';

const span = (blockId: string, rest: Partial<TraceSpan> = {}): TraceSpan => ({
  id: `${blockId}@`,
  parentId: null,
  blockId,
  name: blockId,
  type: 'x',
  status: 'success',
  startTime: '',
  endTime: '',
  durationMs: 1,
  input: null,
  output: {},
  error: null,
  children: [],
  ...rest,
});
const ended = (one: TraceSpan): RunStreamEvent => ({
  type: 'block-finished',
  blockId: one.blockId,
  span: one,
});
const finished = (error: { code: string; message: string } | null): RunStreamEvent => ({
  type: 'run-finished',
  answer: {
    executionId: 'e',
    logId: 'l',
    status: error === null ? 'success' : 'error',
    output: null,
    error,
  },
});

const STATE: ExecutionState = {
  executionId: 'e',
  workflowId: 'w',
  status: 'parked',
  startedAt: null,
  endedAt: null,
  logId: null,
  output: null,
  error: null,
  cancelRequested: false,
  waits: [],
  waitsFor: null,
};

/** Returns all announcements during these steps. */
function heard(...steps: Array<(run: RunState) => RunState>): string[] {
  let run = NO_RUN;
  return steps.flatMap((step) => {
    const next = step(run);
    const words = runWords(next, run, lineDocument());
    run = next;
    return words ?? [];
  });
}
const begin = () => beginRun(['a', 'b', 'c'], 0);
const apply =
  (...events: RunStreamEvent[]) =>
  (run: RunState) =>
    applyRunEvents(run, events, 1);
const running = apply({ type: 'run-started', executionId: 'e', logId: 'l' });

test('a run is heard when it starts and when it ends, not at each block', () => {
  expect(
    heard(
      begin,
      running,
      apply(ended(span('a'))),
      apply(ended(span('b'))),
      apply(ended(span('c', { status: 'skipped' })), finished(null)),
    ),
  ).toEqual(['Run started.', 'Run succeeded. 2 blocks ran.']);
});

test('a failure says where; one that was caught is heard, and the run goes on', () => {
  const error = { code: 'X', message: 'The host refused the connection.' };
  const failed = ended(span('b', { status: 'error', error }));
  expect(heard(begin, running, apply(failed), apply(ended(span('c')), finished(null)))).toEqual([
    'Run started.',
    'fetch user failed.',
    'Run succeeded. 2 blocks ran.',
  ]);
  expect(heard(begin, running, apply(failed, finished(error)))).toEqual([
    'Run started.',
    'Run failed at fetch user.',
  ]);
});

test('a run that is stopped, refused or lost says so', () => {
  const stopped = { code: 'CANCELLED', message: 'Stopped.' };
  expect(heard(begin, running, apply(finished(stopped)))).toEqual(['Run started.', 'Run stopped.']);
  expect(heard((run) => refuseRun(run, 'Too many runs.'))).toEqual(['The run could not be started.']);
  expect(heard(begin, running, (run) => failRun(run, 'The connection was lost.', 1))).toEqual([
    'Run started.',
    'Run failed.',
  ]);
});

test('a run that waits says so, and where once that is known', () => {
  const parked = apply({ type: 'run-parked', executionId: 'e', statusUrl: '' });
  const asked = (status: 'parked' | 'running', ...blockIds: string[]) => {
    const waits = blockIds.map((blockId) => ({ blockId, dueAt: null, url: null }));
    return (run: RunState) => showWaits(run, { ...STATE, status, waits });
  };
  expect(
    heard(
      begin,
      running,
      parked,
      asked('parked', 'b'),
      asked('parked', 'b'),
      asked('running'),
      asked('parked', 'c'),
      apply(finished(null)),
    ),
  ).toEqual([
    'Run started.',
    'The run is waiting.',
    'The run is waiting at fetch user.',
    'The run is waiting at answer.',
    'Run succeeded. 0 blocks ran.',
  ]);
  expect(heard(begin, running, parked, asked('parked', 'b'), asked('parked', 'c')).at(-1)).toBe(
    'The run is waiting at answer.',
  );
});

test('one that is refused did not start', () => {
  expect(heard(begin, (run) => refuseRun(run, 'Too many runs.'))).toEqual(['The run could not be started.']);
});

test('a run of the past that is shown is not announced', () => {
  const past = apply(ended(span('a')), finished(null))(running(begin()));
  expect(heard(() => past)).toEqual([]);
});
