import type { PoolClient } from 'pg';
import { pool } from './db';

/** A statement that waits this long for a reader gives up, so that nobody queues behind it. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Changes tables that others read, on a separate connection, without blocking anybody.
 * @returns false when somebody held a lock for too long; retrying is safe
 */
export async function withLockTimeout(change: (client: PoolClient) => Promise<void>): Promise<boolean> {
  const client = await pool().connect();
  try {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}; SET statement_timeout = 0`);
    await change(client);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  } finally {
    client.release(true); // discards its settings too
  }
}
