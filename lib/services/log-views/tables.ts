import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const logViewTables = defineTables({
  log_view: {
    columns: { workspace_id: 'workspace', user_id: 'person' },
    workspace: 'cascade',
    person: 'cascade',
    retention: UNTIL_DELETED,
  },
});
