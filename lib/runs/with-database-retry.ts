import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 2_000;
const GIVE_UP_AFTER_MS = 60_000;

/** Postgres's classes for "not now": connection lost, shutting down, out of connections; and a deadlock or serialisation victim. */
const TRANSIENT = /^(08|57P0[123]|53300|40001|40P01)/;
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

/** Tries again while the database is away, so that what has been done outside is not lost for a restart of it. */
export async function withDatabaseRetry<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || Date.now() + wait > deadline) throw error;
      console.error('[database] not reachable, trying again:', (error as Error).message);
      await sleep(wait);
    }
  }
}

function isTransient(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return TRANSIENT.test(code) || SOCKET_CODES.has(code);
  return /connection terminated|timeout exceeded when trying to connect/i.test(message ?? '');
}
