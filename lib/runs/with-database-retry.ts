import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 2_000;
const GIVE_UP_AFTER_MS = 60_000;

/** Nothing has been done: no connection to be had, or the statement was chosen as the victim of a deadlock. */
const NOT_DONE = /^(57P03|53300|08001|08004|40001|40P01|ECONNREFUSED|ENOTFOUND)$/;
/** The connection was lost on the way: it may have been done. */
const MAYBE_DONE = /^(08|57P0[12]|ECONNRESET|EPIPE|ETIMEDOUT)/;
const LOST_CONNECTION = /connection terminated|timeout exceeded when trying to connect/i;

/**
 * Tries again while the database is away, so that what has been done outside is not lost for a restart of it. `repeatable`: the work
 * may be repeated even when it may have been done already.
 */
export async function withDatabaseRetry<T>(work: () => Promise<T>, repeatable: boolean): Promise<T> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!mayTryAgain(error, repeatable) || Date.now() + wait > deadline) throw error;
      console.error('[database] not reachable, trying again:', (error as Error).message);
      await sleep(wait);
    }
  }
}

function mayTryAgain(error: unknown, repeatable: boolean): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (NOT_DONE.test(code)) return true;
  return repeatable && (MAYBE_DONE.test(code) || LOST_CONNECTION.test(message));
}

/** Postgres's classes for bad data, broken constraints and values that are too large: the statement was undone. */
export function isDataFault(error: unknown): boolean {
  return /^(22|23|54)/.test((error as { code?: string }).code ?? '');
}
