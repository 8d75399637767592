import { withContainers } from '../../core/workflow/containers';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { assertSavable } from './assert-savable';
import { requireFolder } from './require-folder';
import { sealDocument } from './stored-document';
import { summaryOf } from './workflow-row';

export interface CreateWorkflow {
  workspaceId: string;
  name: string;
  description?: string | undefined;
  folderId?: string | null | undefined;
  externalId?: string | null;
  document: WorkflowDocument;
}

/** @throws AppError invalid_request for a document that can't be saved */
export const createWorkflow = defineVerb({
  role: 'writer',
  quota: 'workflows',
  audit: 'workflow.created',
  transaction: plainTransaction,
  async run(_: Actor, input: CreateWorkflow, change) {
    const { workspaceId, name, description = '', folderId = null, externalId = null, document } = input;
    await assertSavable(document);
    await requireFolder(workspaceId, folderId);
    const id = newId();
    const row = await change({ workspaceId }, async (tx) => {
      const result = await tx.workflow.create({
        data: { id, workspaceId, name, description, folderId, externalId, document: storable(id, document) },
        omit: { document: true, deletedAt: true },
      });
      return { result, audit: { target: id } };
    });
    return { data: { ...summaryOf(row), document: withContainers(document) } };
  },
});

/** Returns Prisma's JSON type, which has no `unknown`; the schema has checked that it is JSON. */
export function storable(id: string, document: WorkflowDocument): object {
  return sealDocument(id, document);
}
