import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { getFailureNotice } from './get-failure-notice';
import type { FailureNotice } from './schema';

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
  async run(
    actor: Actor,
    { id, workflowId }: { id: string; workflowId: string | null },
    change,
  ): Promise<{ data: FailureNotice }> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    if (workflowId !== null) await requireTarget(workspaceId, id, workflowId);
    await change({ workspaceId }, async (tx) => {
      // Raw SQL, because this is not an edit of the document: `updatedAt` stays.
      await tx.$executeRaw`
        UPDATE workflow SET failure_workflow_id = ${workflowId}::uuid WHERE id = ${id}::uuid`;
      return { result: undefined, audit: { target: id, detail: { workflowId } } };
    });
    return getFailureNotice(actor, { id });
  },
});

async function requireTarget(workspaceId: string, id: string, workflowId: string): Promise<void> {
  if (workflowId === id) throw refused('A workflow can’t be the notice of its own failures.');
  const target = isId(workflowId)
    ? await prisma().workflow.findFirst({ where: { id: workflowId, workspaceId, deletedAt: null } })
    : null;
  if (target === null) throw refused('There is no such workflow in this workspace.');
  if (target.liveVersion === null)
    throw refused(`Publish “${target.name}” first: a notice runs its live version.`);
}

const refused = (message: string): AppError =>
  new AppError('invalid_request', message, {
    issues: [{ param: 'workflowId', code: 'param_invalid', message }],
  });
