import { pool } from './db';

/**
 * Runs `work` unless another process is running it: it holds an advisory lock of this name, on a separate
 * connection, which ends with the process. @returns null when another process is running it
 */
export async function onlyOneProcess<T>(lock: string, work: () => Promise<T>): Promise<T | null> {
  const client = await pool().connect();
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS mine', [lock]);
    return rows[0].mine ? await work() : null;
  } finally {
    client.release(true); // releases the lock with the connection
  }
}
