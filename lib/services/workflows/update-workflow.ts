import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from './find-workflow';
import { requireFolder } from './require-folder';
import { summaryOf } from './workflow-row';

export interface UpdateWorkflow {
  id: string;
  name?: string | undefined;
  description?: string | undefined;
  folderId?: string | null | undefined;
}

/** Renames, describes or moves a workflow; the document and its version stay. */
export const updateWorkflow = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: {
    actions: ['workflow.renamed', 'workflow.described', 'workflow.moved'],
    unless: 'it has that name, description and place already',
  },
  transaction: plainTransaction,
  async run(actor: Actor, { id, name, description, folderId }: UpdateWorkflow, change) {
    const before = await findWorkflow(actor, id, 'writer');
    const { workspaceId } = before;
    if (folderId !== undefined) await requireFolder(workspaceId, folderId);
    const saved = await change({ workspaceId }, async (tx) => {
      const [result] = await tx.workflow.updateManyAndReturn({
        where: { id, deletedAt: null },
        data: { name, description, folderId },
        omit: { document: true, deletedAt: true },
      });
      if (result === undefined) throw new AppError('not_found', 'Workflow not found.');
      const audit = [];
      if (result.name !== before.name)
        audit.push({ action: 'workflow.renamed', target: id, detail: { formerName: before.name } } as const);
      if (result.description !== before.description)
        audit.push({ action: 'workflow.described', target: id } as const);
      if (result.folderId !== before.folderId) audit.push({ action: 'workflow.moved', target: id } as const);
      return { result, audit: audit.length === 0 ? null : audit };
    });
    await notify('workflow', id);
    return { data: summaryOf(saved) };
  },
});
