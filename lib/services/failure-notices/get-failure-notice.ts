import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import type { FailureNotice } from './schema';

/** @throws AppError not_found, forbidden */
export async function getFailureNotice(
  actor: Actor,
  { id }: { id: string },
): Promise<{ data: FailureNotice }> {
  await findWorkflow(actor, id, 'reader');
  const { rows } = await pool().query<{ target: string | null; suppressed: number }>(
    `SELECT t.id AS target, coalesce(n.suppressed, 0) AS suppressed FROM workflow w
     LEFT JOIN workflow t ON t.id = w.failure_workflow_id AND t.deleted_at IS NULL
     LEFT JOIN runtime.failure_notice_window n ON n.workflow_id = w.id WHERE w.id = $1`,
    [id],
  );
  return { data: { workflowId: rows[0]?.target ?? null, suppressed: rows[0]?.suppressed ?? 0 } };
}
