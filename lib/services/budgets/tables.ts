import { defineTables } from '../tables/define-tables';

export const budgetTables = defineTables({
  'runtime.budget': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.budget WHERE workspace_id = ${id}::uuid`],
    },
    workflow: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.budget WHERE workflow_id = ${id}::uuid`],
      restorable: true,
    },
    retention: { kept: 'people delete them' },
  },
});
