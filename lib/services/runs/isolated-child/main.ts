import { env } from '../../../platform/env';
import { isAppError } from '../../../platform/errors';
import { limitStall, markRun } from '../../../platform/event-loop/marks';
import { watchLoop } from '../../../platform/event-loop/watch-loop';
import { logger } from '../../../platform/logging/logger';
import { databaseFault } from '../../../platform/postgres/database-faults';
import { followLease, thisProcess } from '../../../platform/postgres/process-lease';
import { telemetry } from '../../../platform/telemetry/telemetry';
import { rehearseInProcess } from '../../rehearsal/rehearse-in-process';
import { replayInProcess } from '../../replay/replay-in-process';
import { ownProcessLimitMs } from '../isolated/own-process-limit';
import type {
  FromProcess,
  ProcessFailure,
  ProcessSettings,
  ProcessTask,
  TaskResults,
  ToProcess,
} from '../isolated/protocol';
import { RECORD_STALL } from '../shapes/stall-error';
import { checkInput } from './check-input';
import { releaseHeap } from './heap-budget';
import { performAccept, performEnd, performFingerprint, performRun, performStartKey } from './perform-run';
import { performSingleBlock } from './perform-single-block';
import { RequestsMade } from './requests-made';

/**
 * A process beside the event loop: it does whole tasks, with connections of its own to the database and to
 * the outside.
 */
const tasks = new Map<number, { controller: AbortController; made: RequestsMade }>();
/** The number of tasks under way, including those that can't be cancelled. */
let underWay = 0;
let heapMb = 0;
const REST_AFTER_MS = 100;

const tell = (message: FromProcess): void => void process.send?.(message);

process.on('message', (message: ToProcess) => {
  if (message.type === 'begin') return begin(message.settings);
  if (message.type === 'lease') return followLease(message.renewedAtMs);
  const { id } = message;
  if (message.type === 'cancel') tasks.get(id)?.controller.abort();
  else if (message.type === 'answered') tasks.get(id)?.made.answer(message.index, message.result);
  else
    void perform(id, message.task)
      .then((result) => tell({ type: 'done', id, result }))
      .catch((error) => tell({ type: 'failed', id, failure: failureOf(error, message.task) }))
      .finally(rest);
});

// It ends when, and only when, the process ends that it belongs to: that one knows when a stop may cut what
// is under way. The traces of runs that have ended are sent first, for which a collector has seconds.
process.on('disconnect', () => {
  const sent = telemetry()?.close();
  if (sent === undefined) process.exit();
  void sent.finally(() => process.exit());
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('uncaughtException', (error) => {
  logger('runs').error('a process for runs failed', { error });
  process.exit(1);
});

function begin({ processId, timing, heapMb: mostMb, renewedAtMs }: ProcessSettings): void {
  heapMb = mostMb;
  const note = { databaseUrl: env().DATABASE_URL, statement: RECORD_STALL, owner: processId };
  watchLoop({ whenOrphaned: 'ends', note });
  Object.assign(thisProcess(), { id: processId, timing });
  if (renewedAtMs !== null) followLease(renewedAtMs);
}

/** Releases the heap once the response has gone out and no task follows shortly. */
function rest(): void {
  underWay -= 1;
  setTimeout(() => {
    if (underWay === 0) releaseHeap();
  }, REST_AFTER_MS);
}

async function perform(id: number, task: ProcessTask): Promise<TaskResults[keyof TaskResults]> {
  underWay += 1;
  limitStall(ownProcessLimitMs(task.kind === 'run' && task.isSuspect));
  if (task.kind === 'check') return checkInput(task);
  if (task.kind === 'accept') return performAccept(task);
  if (task.kind === 'startKey') return performStartKey(task);
  if (task.kind === 'fingerprint') return performFingerprint(task);
  if (task.kind === 'end') return performEnd(task);
  const controller = new AbortController();
  const made = new RequestsMade('requests' in task ? task.requests : []);
  tasks.set(id, { controller, made });
  try {
    if (task.kind === 'replay') return await replayInProcess(task, controller.signal);
    if (task.kind === 'rehearse') return await rehearseInProcess(task, controller.signal);
    if (task.kind === 'alone') return await performSingleBlock(task, { made, controller });
    markRun(task.row.executionId, task.row.call?.rootId ?? task.row.executionId);
    return await performRun(task, {
      made,
      controller,
      heapMb,
      onEvent: (event) => tell({ type: 'event', id, event }),
    });
  } finally {
    tasks.delete(id);
  }
}

function failureOf(error: unknown, task: ProcessTask): ProcessFailure {
  if (isAppError(error)) {
    const { code, message, issues, headers } = error;
    return { kind: 'expected', code, message, issues, headers };
  }
  const fault = databaseFault(error);
  if (fault !== null) return { kind: 'database', fault };
  const about = 'row' in task ? { executionId: task.row.executionId } : {};
  logger('runs').error('a task failed in a process for runs', { ...about, task: task.kind, error });
  return { kind: 'defect' };
}
