import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const assistantTables = defineTables({
  assistant_model: {
    columns: { workspace_id: 'workspace' },
    workspace: 'cascade',
    retention: UNTIL_DELETED,
  },
});
