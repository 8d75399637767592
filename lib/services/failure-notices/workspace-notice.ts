import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { requireTarget } from './require-target';
import type { WorkspaceFailureNotice } from './schema';

/** @throws AppError forbidden */
export async function getWorkspaceFailureNotice(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: WorkspaceFailureNotice }> {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().$queryRaw<Array<{ id: string }>>`
    SELECT t.id FROM workspace s JOIN workflow t ON t.id = s.failure_workflow_id AND t.deleted_at IS NULL
    WHERE s.id = ${workspaceId}::uuid`;
  return { data: { workflowId: rows[0]?.id ?? null } };
}

/**
 * Sets the workflow that runs for failures of all workflows that have chosen none.
 *
 * @throws AppError forbidden; invalid_request for a workflow that can't be the notice
 */
export const setWorkspaceFailureNotice = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: 'workspace.failure_notice_set',
  transaction: plainTransaction,
  async run(
    _: Actor,
    { workspaceId, workflowId }: { workspaceId: string; workflowId: string | null },
    change,
  ): Promise<{ data: WorkspaceFailureNotice }> {
    if (workflowId !== null) await requireTarget(workspaceId, workflowId);
    await change({ workspaceId }, async (tx) => {
      await tx.workspace.update({ where: { id: workspaceId }, data: { failureWorkflowId: workflowId } });
      return { result: undefined, audit: { target: workspaceId, detail: { workflowId } } };
    });
    return { data: { workflowId } };
  },
});
