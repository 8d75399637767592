import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { createOrChange, type Kept } from '../external-ids/create-or-change';
import { type CreateFolder, createFolder } from './create-folder';
import { folderOf } from './find-folder';
import type { Folder } from './schema';
import { updateFolder } from './update-folder';

export type PutFolder = CreateFolder & { externalId: string };

/** Creates the folder, or gives it that name and place. @throws AppError forbidden, invalid_request, quota_exceeded */
export async function putFolder(actor: Actor, folder: PutFolder): Promise<Kept<{ data: Folder }>> {
  const { workspaceId, externalId, name, parentId } = folder;
  requireRole(actor, workspaceId, 'writer');
  return createOrChange({
    find: () => prisma().folder.findFirst({ where: { workspaceId, externalId } }),
    create: () => createFolder(actor, folder),
    async change(row) {
      if (row.name === name && row.parentId === parentId) return { data: folderOf(row), changed: false };
      return { ...(await updateFolder(actor, { id: row.id, name, parentId })), changed: true };
    },
  });
}
