import type { PoolClient } from 'pg';
import { pool } from '../db';

/** A statement that waits this long for a reader gives up, so that nobody queues behind it; it is tried again later. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

const FIND_TABLES = `
SELECT c.relname AS name, parent.relname AS parent, i.inhdetachpending AS pending
FROM pg_partitioned_table p JOIN pg_class parent ON parent.oid = p.partrelid
JOIN pg_inherits i ON i.inhparent = parent.oid JOIN pg_class c ON c.oid = i.inhrelid
WHERE parent.relnamespace = 'runtime'::regnamespace AND pg_get_partkeydef(parent.oid) = 'RANGE (started_at)'
  AND c.relname = parent.relname || '_' || $1
ORDER BY parent.relname`;

// Detached ones that a process was about to drop when it died.
const FIND_DETACHED = `
SELECT c.relname AS name FROM pg_class c JOIN pg_partitioned_table p ON true JOIN pg_class parent ON parent.oid = p.partrelid
WHERE parent.relnamespace = 'runtime'::regnamespace AND pg_get_partkeydef(parent.oid) = 'RANGE (started_at)'
  AND c.relnamespace = parent.relnamespace AND c.relkind = 'r' AND c.relname = parent.relname || '_' || $1 AND NOT c.relispartition`;

/**
 * Drops a month of all tables that are partitioned by the start. Readers go on: a partition is first detached concurrently.
 * @returns false when somebody held a lock for too long; nothing is lost by trying again
 */
export async function dropPartition(month: string): Promise<boolean> {
  const client = await pool().connect();
  try {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}; SET statement_timeout = 0`);
    await detachAll(client, month);
    const { rows } = await client.query<{ name: string }>(FIND_DETACHED, [month]);
    for (const { name } of rows) await client.query(`DROP TABLE runtime.${client.escapeIdentifier(name)}`);
    await client.query('DELETE FROM runtime.log_facet WHERE month = to_date($1, $2)', [month, 'YYYY_MM']);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    return false;
  } finally {
    client.release(true); // its settings go with it
  }
}

async function detachAll(client: PoolClient, month: string): Promise<void> {
  const { rows } = await client.query<{ name: string; parent: string; pending: boolean }>(FIND_TABLES, [
    month,
  ]);
  for (const { name, parent, pending } of rows) {
    const [from, partition] = [client.escapeIdentifier(parent), client.escapeIdentifier(name)];
    const how = pending ? 'FINALIZE' : 'CONCURRENTLY';
    await client.query(`ALTER TABLE runtime.${from} DETACH PARTITION runtime.${partition} ${how}`);
  }
}
