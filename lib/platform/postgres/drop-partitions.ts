import type { PoolClient } from 'pg';
import { withLockTimeout } from './lock-timeout';

const FIND_ATTACHED = `
SELECT c.relname AS name, parent.relname AS parent, i.inhdetachpending AS pending
FROM pg_inherits i JOIN pg_class parent ON parent.oid = i.inhparent JOIN pg_class c ON c.oid = i.inhrelid
WHERE parent.relnamespace = 'runtime'::regnamespace AND parent.relname = ANY ($1)
  AND c.relname = parent.relname || '_' || $2
ORDER BY parent.relname`;

// A process may have died between detaching and dropping.
const FIND_DETACHED = `
SELECT relname AS name FROM pg_class
WHERE relnamespace = 'runtime'::regnamespace AND relkind = 'r' AND NOT relispartition
  AND relname = ANY (SELECT parent || '_' || $2 FROM unnest($1::text[]) AS parent)`;

/**
 * Drops a month or a day (`suffix` of the tables' names) of these tables. Readers are not blocked: a
 * partition is first detached concurrently, which is not possible in a transaction.
 * @returns false when somebody held a lock for too long; retrying is safe
 */
export function dropPartitions(parents: readonly string[], suffix: string): Promise<boolean> {
  return withLockTimeout(async (client) => {
    await detachAll(client, parents, suffix);
    const { rows } = await client.query<{ name: string }>(FIND_DETACHED, [parents, suffix]);
    for (const { name } of rows) await client.query(`DROP TABLE runtime.${client.escapeIdentifier(name)}`);
  });
}

async function detachAll(client: PoolClient, parents: readonly string[], suffix: string): Promise<void> {
  const { rows } = await client.query<{ name: string; parent: string; pending: boolean }>(FIND_ATTACHED, [
    parents,
    suffix,
  ]);
  for (const { name, parent, pending } of rows) {
    const [from, partition] = [client.escapeIdentifier(parent), client.escapeIdentifier(name)];
    const how = pending ? 'FINALIZE' : 'CONCURRENTLY';
    await client.query(`ALTER TABLE runtime.${from} DETACH PARTITION runtime.${partition} ${how}`);
  }
}
