import { pool } from '../../platform/postgres/db';

const CONTAINING = `
SELECT id, name FROM workflow w
WHERE workspace_id = $1 AND deleted_at IS NULL
  AND (strpos(document::text, $2) > 0 OR EXISTS (
    SELECT FROM workflow_version v
    JOIN runtime.workflow_snapshot s ON s.workflow_id = v.workflow_id AND s.hash = v.snapshot_hash
    WHERE v.workflow_id = w.id AND v.number = w.live_version AND strpos(s.state, $2) > 0))
ORDER BY name LIMIT 100`;

/** Lists the workflows whose draft or live version contains the text, by name. */
export async function workflowsContaining(
  workspaceId: string,
  text: string,
): Promise<Array<{ id: string; name: string }>> {
  const { rows } = await pool().query<{ id: string; name: string }>(CONTAINING, [workspaceId, text]);
  return rows;
}
