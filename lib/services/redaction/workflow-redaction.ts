import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { eachOnce, type Redaction, type WorkflowRedaction } from './schema';
import { getWorkspaceRedaction } from './workspace-redaction';

/** @throws AppError not_found, forbidden */
export async function getWorkflowRedaction(
  actor: Actor,
  { id }: { id: string },
): Promise<{ data: WorkflowRedaction }> {
  const { workspaceId, redactNames, redactPaths } = await findWorkflow(actor, id, 'reader');
  const { data: ofWorkspace } = await getWorkspaceRedaction(actor, { workspaceId });
  return { data: { names: redactNames, paths: redactPaths, ofWorkspace } };
}

/** Sets what is left out besides of runs of this workflow. @throws AppError not_found, forbidden */
export const setWorkflowRedaction = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'workflow.redaction_set',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, ...given }: { id: string } & Redaction,
    change,
  ): Promise<{ data: WorkflowRedaction }> {
    const { names, paths } = eachOnce(given);
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    await change({ workspaceId }, async (tx) => {
      // By hand, because it is no change of the workflow's document.
      const count = await tx.$executeRaw`
        UPDATE workflow SET redact_names = ${names}::text[], redact_paths = ${paths}::text[]
        WHERE id = ${id}::uuid AND deleted_at IS NULL`;
      if (count === 0) throw new AppError('not_found', 'Workflow not found.');
      return { result: undefined, audit: { target: id, detail: { names, paths } } };
    });
    await notify('redaction', id);
    return getWorkflowRedaction(actor, { id });
  },
});
