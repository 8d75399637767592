import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { changeFolders } from './change-folders';
import { findFolder, folderOf } from './find-folder';
import { requireParent } from './require-parent';

export interface UpdateFolder {
  id: string;
  name?: string | undefined;
  /** Null moves it to the top; undefined leaves it where it is. */
  parentId?: string | null | undefined;
}

export const updateFolder = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: { actions: ['folder.renamed', 'folder.moved'], unless: 'it has that name and place already' },
  transaction: changeFolders,
  async run(actor: Actor, { id, name, parentId }: UpdateFolder, change) {
    const before = await findFolder(actor, id, 'writer');
    const { workspaceId } = before;
    const row = await change({ workspaceId }, async (tx) => {
      if (parentId !== undefined) await requireParent(tx, { workspaceId, parentId, movedId: id });
      const [result] = await tx.folder.updateManyAndReturn({ where: { id }, data: { name, parentId } });
      if (result === undefined) throw new AppError('not_found', 'Folder not found.');
      const audit = [];
      const detail = { name: result.name };
      if (result.name !== before.name)
        audit.push({
          action: 'folder.renamed' as const,
          target: id,
          detail: { ...detail, formerName: before.name },
        });
      if (result.parentId !== before.parentId)
        audit.push({ action: 'folder.moved' as const, target: id, detail });
      return { result, audit: audit.length === 0 ? null : audit };
    });
    return { data: folderOf(row) };
  },
});
