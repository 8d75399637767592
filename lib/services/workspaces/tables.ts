import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const workspaceTables = defineTables({
  workspace: {
    columns: { owner_id: 'person', failure_workflow_id: 'workflow' },
    workspace: 'cascade',
    workflow: { kept: 'nothing is queued for a deleted workflow, and pages show none' },
    person: { kept: 'an account that owns workspaces can’t be deleted' },
    retention: UNTIL_DELETED,
  },
  membership: {
    columns: { workspace_id: 'workspace', user_id: 'person' },
    workspace: 'cascade',
    person: 'cascade',
    retention: UNTIL_DELETED,
  },
  invitation: {
    columns: { workspace_id: 'workspace', email: 'person' },
    workspace: 'cascade',
    person: { kept: 'whoever is invited may have no account yet' },
    retention: UNTIL_DELETED,
    plainBytes: { token_hash: 'a hash' },
  },
});
