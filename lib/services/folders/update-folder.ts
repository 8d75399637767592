import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { changeFolders } from './change-folders';
import { findFolder, folderOf } from './find-folder';
import { requireParent } from './require-parent';

export interface UpdateFolder {
  id: string;
  name?: string;
  /** Null moves it to the top; undefined leaves it where it is. */
  parentId?: string | null;
}

export async function updateFolder(actor: Actor, { id, name, parentId }: UpdateFolder) {
  const { workspaceId } = await findFolder(actor, id, 'writer');
  const [row] = await changeFolders(workspaceId, async (tx) => {
    if (parentId !== undefined) await requireParent(tx, { workspaceId, parentId, movedId: id });
    return tx.folder.updateManyAndReturn({ where: { id }, data: { name, parentId } });
  });
  if (row === undefined) throw new AppError('not_found', 'Folder not found.');
  return { data: folderOf(row) };
}
