import { newId } from '../../platform/ids';
import { type Actor, requireRole } from '../access/actor';
import { requireRoomFor } from '../limits/quotas';
import { changeFolders } from './change-folders';
import { folderOf } from './find-folder';
import { requireParent } from './require-parent';

export interface CreateFolder {
  workspaceId: string;
  name: string;
  parentId: string | null;
}

/** @throws AppError invalid_request when the parent isn't one of the workspace's, or lies too deep */
export async function createFolder(actor: Actor, { workspaceId, name, parentId }: CreateFolder) {
  requireRole(actor, workspaceId, 'writer');
  const row = await changeFolders(workspaceId, async (tx) => {
    await requireRoomFor(tx, 'folders', workspaceId);
    await requireParent(tx, { workspaceId, parentId, movedId: null });
    return tx.folder.create({ data: { id: newId(), workspaceId, parentId, name } });
  });
  return { data: folderOf(row) };
}
