import { LRUCache } from 'lru-cache';
import { pool } from '../../../platform/postgres/db';
import { onNotification } from '../../../platform/postgres/notify';
import { reportDatabaseFault } from '../../../platform/postgres/report-database-fault';
import { processSingleton } from '../../../platform/process-singleton';
import type { ExecutionRow } from '../shapes/execution-row';
import type { Parked } from '../shapes/run-end';
import { wakeExecution } from './parked-runs';

export interface RunningExecution {
  row: ExecutionRow;
  startedAtMs: number;
  /** Aborted to cancel it. */
  controller: AbortController;
}

/**
 * Executions that this process is running, so that a cancellation from anywhere (of one, or of a whole
 * workspace) reaches them.
 */
export const runningExecutions = (): Map<string, RunningExecution> =>
  processSingleton('running-executions', () => {
    const running = new Map<string, RunningExecution>();
    onNotification('cancel', (executionId) => {
      if (executionId === '') cancelMissed(running).catch((error) => reportDatabaseFault(LOOK, error));
      else if (!running.has(executionId)) cancelledEarly().set(executionId, true);
      else running.get(executionId)!.controller.abort();
    });
    onNotification('removed', (workspaceId) => {
      for (const { row, controller } of running.values())
        if (row.workspaceId === workspaceId) controller.abort();
    });
    return running;
  });

const PARKED: Parked['kind'] = 'parked';
const LOOK = 'look for cancelled executions';
const EARLY_FOR_MS = 60_000;
const MAX_EARLY = 10_000;

/**
 * Cancelled while they don't run here: one may have been claimed just before and begin in a moment, its claim
 * not knowing of it.
 */
const cancelledEarly = (): LRUCache<string, true> =>
  processSingleton('cancelled-early', () => new LRUCache({ max: MAX_EARLY, ttl: EARLY_FOR_MS }));

/** Cancels runs whose cancellation this process may have missed. */
async function cancelMissed(running: ReadonlyMap<string, RunningExecution>): Promise<void> {
  if (running.size === 0) return;
  const { rows } = await pool().query<{ id: string }>(
    'SELECT id FROM runtime.execution WHERE id = ANY($1) AND cancelled',
    [[...running.keys()]],
  );
  for (const { id } of rows) running.get(id)?.controller.abort();
}

/** Claimed by this process and not ended yet: also those that are not running yet, or no longer. */
export const claimedHere = (): Set<string> => processSingleton('claimed-here', () => new Set());

/**
 * Keeps an execution among those that run for as long as `work` goes on, wherever in this process. One that was
 * let go is woken if something that it waits for has ended: until it is no longer among them, nobody wakes it.
 */
export async function whileRunning<T extends { kind: string }>(
  row: ExecutionRow,
  work: (controller: AbortController, startedAtMs: number) => Promise<T>,
): Promise<T> {
  const running = runningExecutions();
  const controller = new AbortController();
  const startedAtMs = Date.now();
  running.set(row.executionId, { row, startedAtMs, controller });
  if (cancelledEarly().delete(row.executionId)) controller.abort();
  const end = await work(controller, startedAtMs).finally(() => running.delete(row.executionId));
  if (end.kind === PARKED) await wakeExecution(row.executionId);
  return end;
}
