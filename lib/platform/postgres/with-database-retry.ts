import { setTimeout as sleep } from 'node:timers/promises';
import { processSingleton } from '../process-singleton';
import { databaseFault, isConflict, isTooSlow, StatementTooSlow } from './database-faults';
import { answersAnew } from './db';
import { reportDatabaseFault } from './report-database-fault';

const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 1_000;
/** Number of tries, because a database under load may be too slow for a moment. */
const SLOW_TRIES = 3;

export interface RetryOptions {
  /** True if the work may be repeated even when it may have been done already. */
  repeatable: boolean;
  /** By default it never gives up: the results of external work must be recorded. */
  giveUpAfterMs?: number;
  /** The number of timeouts allowed while the database responds to others; 1 if the work isn't repeatable. */
  slowTries?: number;
}

/** The start times of work that waits for the database, by the process's clock in ms. */
const waiting = (): Set<{ sinceMs: number }> => processSingleton('waiting-for-database', () => new Set());

/** Returns for how many ms work has been retried without success; 0 if none is. */
export function triedAgainForMs(): number {
  const nowMs = performance.now();
  return Math.max(0, ...[...waiting()].map(({ sinceMs }) => nowMs - sinceMs));
}

/**
 * Retries while the database is not available, full or out of connections. Availability is judged by
 * connections, never by one statement alone: a statement that times out while a new connection works fails
 * by itself. Other failures are thrown immediately.
 *
 * @throws StatementTooSlow
 */
export async function withDatabaseRetry<T>(
  work: () => Promise<T>,
  { repeatable, giveUpAfterMs = Number.POSITIVE_INFINITY, slowTries = SLOW_TRIES }: RetryOptions,
): Promise<T> {
  const trying = { sinceMs: performance.now() };
  const deadlineMs = trying.sinceMs + giveUpAfterMs;
  let slowTriesLeft = repeatable ? slowTries : 1;
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      try {
        return await work();
      } catch (error) {
        const isOwnFault = isTooSlow(error) && (await answersAnew());
        if (isOwnFault) slowTriesLeft -= 1;
        if (isOwnFault && slowTriesLeft <= 0)
          throw new StatementTooSlow('A statement took too long while the database answers others.', {
            cause: error,
          });
        if (!mayTryAgain(error, repeatable) || performance.now() + waitMs > deadlineMs) throw error;
        reportDatabaseFault('write, and will try again', error);
        if (!isOwnFault) waiting().add(trying);
        await sleep(waitMs);
      }
    }
  } finally {
    waiting().delete(trying);
  }
}

function mayTryAgain(error: unknown, repeatable: boolean): boolean {
  const fault = databaseFault(error);
  if (fault === 'not-done' || isConflict(error)) return true;
  return repeatable && (fault === 'maybe-done' || isTooSlow(error));
}
