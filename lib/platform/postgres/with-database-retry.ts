import { setTimeout as sleep } from 'node:timers/promises';
import { processSingleton } from '../process-singleton';
import { databaseFault, isConflict } from './database-faults';
import { reportDatabaseFault } from './report-database-fault';

const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 1_000;

export interface RetryOptions {
  /** Whether the work may be repeated even when it may have been done already. */
  repeatable: boolean;
  /** By default for as long as the process lives: what has been done outside must be recorded. */
  giveUpAfterMs?: number;
}

/** The moments from which work waits for the database, by the process's clock in ms. */
const waiting = (): Set<{ sinceMs: number }> => processSingleton('waiting-for-database', () => new Set());

/** For how long something has been tried again in vain; 0 when nothing is. */
export function triedAgainForMs(): number {
  const nowMs = performance.now();
  return Math.max(0, ...[...waiting()].map(({ sinceMs }) => nowMs - sinceMs));
}

/** Tries again while the database is away, full or out of connections. Other failures are thrown at once. */
export async function withDatabaseRetry<T>(
  work: () => Promise<T>,
  { repeatable, giveUpAfterMs = Number.POSITIVE_INFINITY }: RetryOptions,
): Promise<T> {
  const trying = { sinceMs: performance.now() };
  const deadlineMs = trying.sinceMs + giveUpAfterMs;
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!mayTryAgain(error, repeatable) || performance.now() + waitMs > deadlineMs) throw error;
        reportDatabaseFault('write, and will try again', error);
        waiting().add(trying);
        await sleep(waitMs);
      }
    }
  } finally {
    waiting().delete(trying);
  }
}

function mayTryAgain(error: unknown, repeatable: boolean): boolean {
  const fault = databaseFault(error);
  return fault === 'not-done' || isConflict(error) || (repeatable && fault === 'maybe-done');
}
