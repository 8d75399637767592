import type { Pool, PoolClient } from 'pg';

/** All that `work` does on its connection is committed together, or none of it when it throws. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that can't even roll back is given up.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (cause) => client.release(cause),
    );
    throw error;
  }
}
