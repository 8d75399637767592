import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { forgetDeletedFolders } from './forget-deleted-folders';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

export const folderTables = defineTables({
  folder: {
    columns: { workspace_id: 'workspace' },
    workspace: 'cascade',
    retention: UNTIL_DELETED,
  },
  deleted_folder: {
    columns: { workspace_id: 'workspace', workflow_ids: 'workflow', deleted_by_id: 'person' },
    workspace: 'cascade',
    workflow: { kept: 'the id of a deleted one is put nowhere' },
    person: { kept: 'it says who deleted it, for 30 days' },
    retention: {
      name: 'forget folders that were deleted long ago',
      everyMs: SIX_HOURS_MS,
      run: forgetDeletedFolders,
    },
  },
});
