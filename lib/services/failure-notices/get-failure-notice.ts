import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import type { FailureNotice } from './schema';

// The workspace's own failure workflow has none from there.
const READ = `
SELECT own.id AS "workflowId", w.failure_notice_off AS off, shared.id AS "ofWorkspace",
  coalesce(n.suppressed, 0) AS suppressed
FROM workflow w JOIN workspace s ON s.id = w.workspace_id
LEFT JOIN workflow own ON own.id = w.failure_workflow_id AND own.deleted_at IS NULL
LEFT JOIN workflow shared ON shared.id = nullif(s.failure_workflow_id, w.id) AND shared.deleted_at IS NULL
LEFT JOIN runtime.failure_notice_window n ON n.workflow_id = w.id WHERE w.id = $1`;

/** @throws AppError not_found, forbidden */
export async function getFailureNotice(
  actor: Actor,
  { id }: { id: string },
): Promise<{ data: FailureNotice }> {
  await findWorkflow(actor, id, 'reader');
  const { rows } = await pool().query<FailureNotice>(READ, [id]);
  return { data: rows[0] ?? { workflowId: null, off: false, ofWorkspace: null, suppressed: 0 } };
}
