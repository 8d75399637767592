import type { ClientBase } from 'pg';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';

// The builder locks these rows while it adds up: its later commits leave out the deleted logs.
const RETAIN = `
WITH kept AS (
  SELECT workspace_id FROM runtime.rollup_progress
  WHERE workspace_id = ANY ($1::uuid[]) AND retained_from < to_timestamp($2::float8 / 1000)
  ORDER BY workspace_id FOR UPDATE
)
UPDATE runtime.rollup_progress p SET retained_from = to_timestamp($2::float8 / 1000)
FROM kept WHERE kept.workspace_id = p.workspace_id RETURNING p.workspace_id`;

const BEGIN = `INSERT INTO runtime.rollup_progress (workspace_id)
SELECT workspace_id FROM runtime.workspace_feed WHERE workspace_id = ANY ($1::uuid[]) ORDER BY 1
ON CONFLICT DO NOTHING`;

const TABLES = ['log_rollup', 'duration_rollup', 'trace_rollup'];

/**
 * Permanently removes everything that started before `untilMs`, a UTC midnight, from the sums of these
 * workspaces. Called before the rows are deleted, so that no row about to be deleted is counted.
 */
export async function retainRollups(workspaceIds: readonly string[], untilMs: number): Promise<void> {
  await pool().query(BEGIN, [workspaceIds]);
  await inTransaction(pool(), async (client) => {
    const { rows } = await client.query<{ workspace_id: string }>(RETAIN, [workspaceIds, untilMs]);
    const ids = rows.map(({ workspace_id }) => workspace_id);
    if (ids.length > 0) for (const table of TABLES) await deleteBefore(client, table, ids, untilMs);
  });
}

const deleteBefore = (client: ClientBase, table: string, ids: string[], untilMs: number) =>
  client.query(
    `DELETE FROM runtime.${table} WHERE workspace_id = ANY ($1::uuid[])
       AND at < to_timestamp($2::float8 / 1000)`,
    [ids, untilMs],
  );
