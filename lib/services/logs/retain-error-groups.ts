import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';

const BEGIN = `INSERT INTO runtime.error_group_progress (workspace_id)
SELECT workspace_id FROM runtime.workspace_feed WHERE workspace_id = ANY ($1::uuid[]) ORDER BY 1
ON CONFLICT DO NOTHING`;

// The follower locks these rows while it groups: its later commits leave out the deleted logs.
const RETAIN = `
WITH kept AS (
  SELECT workspace_id FROM runtime.error_group_progress
  WHERE workspace_id = ANY ($1::uuid[]) AND retained_from < to_timestamp($2::float8 / 1000)
  ORDER BY workspace_id FOR UPDATE
)
UPDATE runtime.error_group_progress p SET retained_from = to_timestamp($2::float8 / 1000)
FROM kept WHERE kept.workspace_id = p.workspace_id RETURNING p.workspace_id`;

const DELETE = `
DELETE FROM runtime.error_group WHERE workspace_id = ANY ($1::uuid[])
  AND last_started_at < to_timestamp($2::float8 / 1000)`;

/**
 * Deletes the error groups of these workspaces whose runs all started before `untilMs`. Called before the
 * logs are deleted, so that none of those is grouped any more.
 */
export async function retainErrorGroups(workspaceIds: readonly string[], untilMs: number): Promise<void> {
  await pool().query(BEGIN, [workspaceIds]);
  await inTransaction(pool(), async (client) => {
    const { rows } = await client.query<{ workspace_id: string }>(RETAIN, [workspaceIds, untilMs]);
    const ids = rows.map(({ workspace_id }) => workspace_id);
    if (ids.length > 0) await client.query(DELETE, [ids, untilMs]);
  });
}
