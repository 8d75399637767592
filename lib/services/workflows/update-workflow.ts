import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { findWorkflow } from './find-workflow';
import { requireFolder } from './require-folder';
import { summaryOf } from './workflow-row';

export interface UpdateWorkflow {
  id: string;
  name?: string;
  description?: string;
  folderId?: string | null;
}

/** Renames, describes or moves; the document and its version stay. */
export async function updateWorkflow(actor: Actor, { id, name, description, folderId }: UpdateWorkflow) {
  const { workspaceId } = await findWorkflow(actor, id, 'writer');
  if (folderId !== undefined) await requireFolder(workspaceId, folderId);
  const [saved] = await prisma().workflow.updateManyAndReturn({
    where: { id, deletedAt: null },
    data: { name, description, folderId },
    omit: { document: true, deletedAt: true },
  });
  if (saved === undefined) throw new AppError('not_found', 'Workflow not found.');
  await notify('workflow', id);
  return { data: summaryOf(saved) };
}
