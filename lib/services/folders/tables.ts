import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const folderTables = defineTables({
  folder: {
    columns: { workspace_id: 'workspace' },
    workspace: 'cascade',
    retention: UNTIL_DELETED,
  },
});
