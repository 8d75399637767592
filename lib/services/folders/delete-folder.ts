import type { Actor } from '../access/actor';
import { changeFolders } from './change-folders';
import { findFolder } from './find-folder';

/** What it holds moves up to its parent: a folder is a place, not an owner. */
export async function deleteFolder(actor: Actor, { id }: { id: string }): Promise<void> {
  const { workspaceId } = await findFolder(actor, id, 'writer');
  await changeFolders(workspaceId, async (tx) => {
    const folder = await tx.folder.findUnique({ where: { id } });
    if (folder === null) return;
    const { parentId } = folder;
    await tx.folder.updateMany({ where: { parentId: id }, data: { parentId } });
    await tx.$executeRaw`UPDATE workflow SET folder_id = ${parentId}::uuid WHERE folder_id = ${id}::uuid`;
    await tx.folder.delete({ where: { id } });
  });
}
