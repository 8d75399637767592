import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { getFailureNotice } from './get-failure-notice';
import { refusedTarget, requireTarget } from './require-target';
import type { FailureNotice } from './schema';

interface Choice {
  id: string;
  /** Null: that of the workspace, if any. */
  workflowId: string | null;
  /** None runs. */
  off?: boolean;
}

/**
 * Sets the workflow that runs for failures from now on.
 *
 * @throws AppError not_found, forbidden; invalid_request for a workflow that can't be the notice of this
 * one
 */
export const setFailureNotice = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'workflow.failure_notice_set',
  transaction: plainTransaction,
  async run(actor: Actor, { id, workflowId, off = false }: Choice, change): Promise<{ data: FailureNotice }> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    if (workflowId === id) throw refusedTarget('A workflow can’t be the notice of its own failures.');
    if (workflowId !== null) await requireTarget(workspaceId, workflowId);
    await change({ workspaceId }, async (tx) => {
      // Raw SQL, because this is not an edit of the document: `updatedAt` stays.
      await tx.$executeRaw`
        UPDATE workflow SET failure_workflow_id = ${workflowId}::uuid, failure_notice_off = ${off}
        WHERE id = ${id}::uuid`;
      return { result: undefined, audit: { target: id, detail: { workflowId, ...(off && { off }) } } };
    });
    return getFailureNotice(actor, { id });
  },
});
