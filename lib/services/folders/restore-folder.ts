import type { DeletedFolder as DeletedRow, Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, requireRole } from '../access/actor';
import { RESTORABLE_DAYS, restorableSince } from '../tables/restorable';
import { defineVerb } from '../verbs/define-verb';
import { changeFolders } from './change-folders';
import { folderOf } from './find-folder';
import { requireParent } from './require-parent';
import type { Folder } from './schema';

/**
 * Restores a deleted folder where it was, or at the top if that place is gone. What lay in it is put back, as far
 * as it still lies where the deletion has moved it.
 * @throws AppError not_found, forbidden, quota_exceeded; conflict if another one has its external id now
 */
export const restoreFolder = defineVerb({
  role: 'writer',
  quota: 'folders',
  audit: 'folder.restored',
  transaction: changeFolders,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: Folder }> {
    const { workspaceId } = await findDeletedFolder(actor, id);
    const row = await change({ workspaceId }, async (tx) => {
      const deleted = await takeDeleted(tx, id);
      await requireFreeExternalId(tx, deleted);
      const parentId = await placeOf(tx, deleted);
      const { name, externalId, createdAt } = deleted;
      const result = await tx.folder.create({
        data: { id, workspaceId, parentId, name, externalId, createdAt },
      });
      const back = await putBack(tx, deleted, parentId);
      return { result, audit: { target: id, detail: { name, ...back } } };
    });
    return { data: folderOf(row) };
  },
});

async function findDeletedFolder(actor: Actor, id: string): Promise<DeletedRow> {
  const where = { id, deletedAt: { gt: restorableSince() } };
  const row = isId(id) ? await prisma().deletedFolder.findFirst({ where }) : null;
  if (row === null || !hasRole(actor, row.workspaceId, 'reader')) throw noDeletedFolder();
  requireRole(actor, row.workspaceId, 'writer');
  return row;
}

/** @throws AppError not_found for one that somebody restored meanwhile */
async function takeDeleted(tx: Prisma.TransactionClient, id: string): Promise<DeletedRow> {
  const row = await tx.deletedFolder.findUnique({ where: { id } });
  if (row === null) throw noDeletedFolder();
  await tx.deletedFolder.delete({ where: { id } });
  return row;
}

/** @throws AppError conflict */
async function requireFreeExternalId(
  tx: Prisma.TransactionClient,
  { workspaceId, externalId }: DeletedRow,
): Promise<void> {
  if (externalId === null) return;
  const taken = await tx.folder.count({ where: { workspaceId, externalId } });
  if (taken > 0)
    throw new AppError(
      'conflict',
      `Another folder has its external id now, "${externalId}". Delete that one first.`,
    );
}

/** Returns the folder it was in; null if that is deleted, or lies too deep by now. */
async function placeOf(
  tx: Prisma.TransactionClient,
  { workspaceId, parentId }: DeletedRow,
): Promise<string | null> {
  if (parentId === null) return null;
  try {
    await requireParent(tx, { workspaceId, parentId, movedId: null });
    return parentId;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function putBack(
  tx: Prisma.TransactionClient,
  { id, workspaceId, folderIds, workflowIds }: DeletedRow,
  parentId: string | null,
): Promise<{ folders: number; workflows: number }> {
  const folders = await tx.$executeRaw`
    UPDATE folder SET parent_id = ${id}::uuid
    WHERE id = ANY (${folderIds}::uuid[]) AND workspace_id = ${workspaceId}::uuid
      AND parent_id IS NOT DISTINCT FROM ${parentId}::uuid`;
  const workflows = await tx.$executeRaw`
    UPDATE workflow SET folder_id = ${id}::uuid
    WHERE id = ANY (${workflowIds}::uuid[]) AND workspace_id = ${workspaceId}::uuid
      AND folder_id IS NOT DISTINCT FROM ${parentId}::uuid`;
  return { folders, workflows };
}

const noDeletedFolder = (): AppError =>
  new AppError(
    'not_found',
    `There is no deleted folder with this id. They can be restored for ${RESTORABLE_DAYS} days.`,
  );
