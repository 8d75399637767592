import { defineTables } from '../tables/define-tables';

export const replayTables = defineTables({
  'runtime.repeated_run': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.repeated_run WHERE workspace_id = ${id}::uuid`],
    },
    workflow: { kept: 'logs outlive their workflow' },
    run: {
      remove: [
        (tx, { logIds }) => tx.$executeRaw`
          DELETE FROM runtime.repeated_run
          WHERE log_id = ANY (${logIds}::uuid[]) OR of_log_id = ANY (${logIds}::uuid[])`,
      ],
    },
    retention: { with: 'runtime.log' },
  },
});
