import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { changeFolders } from './change-folders';
import { folderOf } from './find-folder';
import { requireParent } from './require-parent';

export interface CreateFolder {
  workspaceId: string;
  name: string;
  parentId: string | null;
}

/** @throws AppError invalid_request when the parent isn't one of the workspace's, or lies too deep */
export const createFolder = defineVerb({
  role: 'writer',
  quota: 'folders',
  audit: 'folder.created',
  transaction: changeFolders,
  async run(_: Actor, { workspaceId, name, parentId }: CreateFolder, change) {
    const row = await change({ workspaceId }, async (tx) => {
      await requireParent(tx, { workspaceId, parentId, movedId: null });
      const result = await tx.folder.create({ data: { id: newId(), workspaceId, parentId, name } });
      return { result, audit: { target: result.id, detail: { name } } };
    });
    return { data: folderOf(row) };
  },
});
