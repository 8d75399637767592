import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import type { ExecutionRow } from './shapes/execution-row';

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
    onNotification('cancel', (executionId) => running.get(executionId)?.controller.abort());
    onNotification('removed', (workspaceId) => {
      for (const { row, controller } of running.values())
        if (row.workspaceId === workspaceId) controller.abort();
    });
    return running;
  });

/** Claimed by this process and not ended yet: also those that are not running yet, or no longer. */
export const claimedHere = (): Set<string> => processSingleton('claimed-here', () => new Set());

/** Keeps an execution among those that run for as long as `work` goes on, wherever in this process. */
export async function whileRunning<T>(
  row: ExecutionRow,
  work: (controller: AbortController, startedAtMs: number) => Promise<T>,
): Promise<T> {
  const running = runningExecutions();
  const controller = new AbortController();
  const startedAtMs = Date.now();
  running.set(row.executionId, { row, startedAtMs, controller });
  try {
    return await work(controller, startedAtMs);
  } finally {
    running.delete(row.executionId);
  }
}
