import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const mcpTables = defineTables({
  workflow_tool: {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: 'cascade',
    workflow: { remove: [(tx, workflowId) => tx.workflowTool.deleteMany({ where: { workflowId } })] },
    retention: UNTIL_DELETED,
  },
});
