import { defineTables } from '../tables/define-tables';

export const laterTryTables = defineTables({
  'runtime.retry_rule': {
    columns: { workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.retry_rule r USING workflow w
          WHERE w.workspace_id = ${id}::uuid AND r.workflow_id = w.id`,
      ],
    },
    workflow: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.retry_rule WHERE workflow_id = ${id}::uuid`],
      restorable: true,
    },
    retention: { kept: 'one row for each workflow' },
  },
  'runtime.run_try': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.run_try WHERE workspace_id = ${id}::uuid`],
    },
    workflow: { kept: 'logs outlive their workflow' },
    run: {
      // Those that follow stay: a try that waits needs its number.
      remove: [
        (tx, { logIds }) =>
          tx.$executeRaw`DELETE FROM runtime.run_try WHERE log_id = ANY (${logIds}::uuid[])`,
      ],
    },
    retention: { with: 'runtime.log' },
  },
});
