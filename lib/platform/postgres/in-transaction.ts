import type { Pool, PoolClient } from 'pg';

/** All that `work` does on its connection is committed together, or none of it when it throws. */
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
    // A connection that can't even roll back is given up.
    await client.query('ROLLBACK').then(
      () => release(),
      (cause) => release(cause),
    );
    throw error;
  }
}

/**
 * A connection that breaks says so beside the statement it breaks: the statement fails by itself, and nobody
 * listening would end the process.
 */
const failsBySelf = (): void => undefined;
