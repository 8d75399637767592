import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { changeFolders } from './change-folders';
import { findFolder } from './find-folder';

/** Deletes a folder; its contents move up to its parent: a folder is a place, not an owner. */
export const deleteFolder = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: { actions: ['folder.deleted'], unless: 'somebody else deleted it at the same moment' },
  transaction: changeFolders,
  async run(actor: Actor, { id }: { id: string }, change): Promise<undefined> {
    const { workspaceId } = await findFolder(actor, id, 'writer');
    await change({ workspaceId }, async (tx) => {
      const folder = await tx.folder.findUnique({ where: { id } });
      if (folder === null) return { result: undefined, audit: null };
      const { parentId, name } = folder;
      await tx.folder.updateMany({ where: { parentId: id }, data: { parentId } });
      await tx.$executeRaw`UPDATE workflow SET folder_id = ${parentId}::uuid WHERE folder_id = ${id}::uuid`;
      await tx.folder.delete({ where: { id } });
      return { result: undefined, audit: { target: id, detail: { name } } };
    });
  },
});
