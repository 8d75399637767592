import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { changeFolders } from './change-folders';
import { findFolder } from './find-folder';

/**
 * Deletes a folder; its contents move up to its parent: a folder is a place, not an owner. It can be restored for
 * 30 days.
 */
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
      const folders = await tx.folder.updateManyAndReturn({ where: { parentId: id }, data: { parentId } });
      const workflows = await tx.$queryRaw<Array<{ id: string }>>`
        UPDATE workflow SET folder_id = ${parentId}::uuid WHERE folder_id = ${id}::uuid RETURNING id::text`;
      await tx.folder.delete({ where: { id } });
      await tx.deletedFolder.create({
        data: {
          ...folder,
          folderIds: folders.map((one) => one.id),
          workflowIds: workflows.map((one) => one.id),
          deletedById: actor.userId,
        },
      });
      return { result: undefined, audit: { target: id, detail: { name } } };
    });
  },
});
