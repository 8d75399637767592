import { type StoredStatus, statusOf } from './log-status';
import type { LogDetail } from './schema';

/** A later try of a run, as the statement that reads a log returns it. */
export interface LaterTryRow {
  /** 2 is the first of them. */
  number: number;
  total: number;
  logId: string;
  executionId: string;
  firstLogId: string;
  firstExecutionId: string;
  dueAt: string;
  fromBlock: string | null;
  /** Null until it has ended. */
  level: StoredStatus | null;
}

/** Returns which try of its run a log is, and what became of all of them. */
export function triesOf(logId: string, later: readonly LaterTryRow[]): LogDetail['tries'] {
  const last = later.at(-1);
  if (last === undefined) return undefined;
  const first = {
    number: 1,
    logId: last.firstLogId,
    executionId: last.firstExecutionId,
    status: 'error' as const,
    dueAt: null,
    fromBlock: null,
  };
  const runs = [
    first,
    ...later.map(({ level, dueAt, number, executionId, fromBlock, ...row }) => ({
      number,
      logId: row.logId,
      executionId,
      status: level === null ? null : statusOf(level),
      dueAt: new Date(dueAt).toISOString(),
      fromBlock,
    })),
  ];
  return {
    number: later.find((row) => row.logId === logId)?.number ?? 1,
    total: last.total,
    succeeded: runs.find(({ status }) => status === 'success' || status === 'warning')?.number ?? null,
    runs,
  };
}
