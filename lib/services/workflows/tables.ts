import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { sealWorkflows } from './seal-typed-credentials';

export const workflowTables = defineTables({
  workflow: {
    columns: { workspace_id: 'workspace', failure_workflow_id: 'workflow', deleted_by_id: 'person' },
    workspace: 'cascade',
    workflow: { kept: 'its row stays, emptied after 30 days, so that its logs keep a name' },
    person: { kept: 'it says who deleted it' },
    retention: UNTIL_DELETED,
    sealed: { document: { name: 'workflows', sealAll: sealWorkflows } },
  },
});
