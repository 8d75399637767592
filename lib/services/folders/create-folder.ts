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
  externalId?: string | null;
}

/** @throws AppError invalid_request when the parent isn't one of the workspace's, or lies too deep */
export const createFolder = defineVerb({
  role: 'writer',
  quota: 'folders',
  audit: 'folder.created',
  transaction: changeFolders,
  async run(_: Actor, { workspaceId, name, parentId, externalId = null }: CreateFolder, change) {
    const row = await change({ workspaceId }, async (tx) => {
      await requireParent(tx, { workspaceId, parentId, movedId: null });
      const data = { id: newId(), workspaceId, parentId, name, externalId };
      const result = await tx.folder.create({ data });
      return { result, audit: { target: result.id, detail: { name } } };
    });
    return { data: folderOf(row) };
  },
});
