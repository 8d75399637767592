import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in a transaction: all its statements are committed together, or none of them when it throws.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  client.on('error', failsBySelf);
  const release = (cause?: Error): void => {
    client.off('error', failsBySelf);
    client.release(cause);
  };
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    release();
    return result;
  } catch (error) {
    // A connection that can't even roll back is discarded.
    await client.query('ROLLBACK').then(
      () => release(),
      (cause) => release(cause),
    );
    throw error;
  }
}

/**
 * Ignores a connection's error event: its statement fails by itself, and an event without a listener would
 * end the process.
 */
const failsBySelf = (): void => undefined;
