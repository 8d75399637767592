import { withContainers } from '../../core/workflow/containers';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { requireRoomFor } from '../limits/quotas';
import { assertSavable } from './assert-savable';
import { requireFolder } from './require-folder';
import { sealDocument } from './stored-document';
import { summaryOf } from './workflow-row';

export interface CreateWorkflow {
  workspaceId: string;
  name: string;
  description?: string;
  folderId?: string | null;
  document: WorkflowDocument;
}

/** @throws AppError invalid_request for a document that can't be saved */
export async function createWorkflow(actor: Actor, input: CreateWorkflow) {
  const { workspaceId, name, description = '', folderId = null, document } = input;
  requireRole(actor, workspaceId, 'writer');
  await assertSavable(document);
  await requireFolder(workspaceId, folderId);
  const id = newId();
  const row = await prisma().$transaction(async (tx) => {
    await requireRoomFor(tx, 'workflows', workspaceId);
    return tx.workflow.create({
      data: { id, workspaceId, name, description, folderId, document: storable(id, document) },
      omit: { document: true, deletedAt: true },
    });
  });
  return { data: { ...summaryOf(row), document: withContainers(document) } };
}

/** Prisma's JSON type has no `unknown`; the schema has checked that it is JSON. */
export function storable(id: string, document: WorkflowDocument): object {
  return sealDocument(id, document);
}
