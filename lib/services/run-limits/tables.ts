import { defineTables } from '../tables/define-tables';

export const runLimitTables = defineTables({
  'runtime.run_limit': {
    columns: { workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.run_limit l USING workflow w
          WHERE w.workspace_id = ${id}::uuid AND l.workflow_id = w.id`,
      ],
    },
    workflow: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.run_limit WHERE workflow_id = ${id}::uuid`],
      restorable: true,
    },
    retention: { kept: 'one row for each workflow' },
  },
});
