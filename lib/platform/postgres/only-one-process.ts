import { pool } from './db';

/**
 * Does `work` unless another process is doing it: it holds an advisory lock of this name, on a connection of
 * its own, which ends with the process. @returns null when another process is at it
 */
export async function onlyOneProcess<T>(lock: string, work: () => Promise<T>): Promise<T | null> {
  const client = await pool().connect();
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [lock]);
    return rows[0].mine ? await work() : null;
  } finally {
    client.release(true); // the lock goes with the connection
  }
}
