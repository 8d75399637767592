import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const apiKeyTables = defineTables({
  api_key: {
    columns: { user_id: 'person', workflow_ids: 'workflow' },
    workspace: { kept: 'a key may cover other workspaces' },
    workflow: { kept: 'a key that was limited to a deleted workflow must not reach others instead' },
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
