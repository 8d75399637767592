import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { sealWorkflows } from './seal-typed-credentials';

export const workflowTables = defineTables({
  workflow: {
    columns: { workspace_id: 'workspace', failure_workflow_id: 'workflow' },
    workspace: 'cascade',
    workflow: { kept: 'its row stays, emptied, so that its logs keep a name' },
    retention: UNTIL_DELETED,
    sealed: { document: { name: 'workflows', sealAll: sealWorkflows } },
  },
});
