import { defineTables } from '../tables/define-tables';

export const effectTables = defineTables({
  'runtime.effect': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.effect WHERE workspace_id = ${id}::uuid`],
    },
    workflow: { kept: 'logs outlive their workflow' },
    run: {
      remove: [
        (tx, { logIds }) => tx.$executeRaw`DELETE FROM runtime.effect WHERE log_id = ANY (${logIds}::uuid[])`,
      ],
    },
    retention: { with: 'runtime.log' },
  },
});
