import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const apiKeyTables = defineTables({
  api_key: {
    columns: { user_id: 'person' },
    workspace: { kept: 'a key may cover other workspaces' },
    person: 'cascade',
    retention: UNTIL_DELETED,
    plainBytes: { hash: 'a hash' },
  },
  api_key_workspace: {
    columns: { workspace_id: 'workspace' },
    workspace: 'cascade',
    person: 'cascade',
    retention: UNTIL_DELETED,
  },
});
