import { defineTables } from '../tables/define-tables';

const SUMS = { kept: 'sums of logs outlive their workflow, like the logs' };

export const overviewTables = defineTables({
  'runtime.rollup_progress': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.rollup_progress WHERE workspace_id = ${id}::uuid`,
      ],
    },
    retention: { kept: 'one row for each workspace' },
  },
  'runtime.log_rollup': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.log_rollup WHERE workspace_id = ${id}::uuid`],
    },
    workflow: SUMS,
    retention: { with: 'runtime.log' },
  },
  'runtime.duration_rollup': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.duration_rollup WHERE workspace_id = ${id}::uuid`,
      ],
    },
    workflow: SUMS,
    retention: { with: 'runtime.log' },
  },
  'runtime.trace_rollup': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.trace_rollup WHERE workspace_id = ${id}::uuid`],
    },
    workflow: SUMS,
    retention: { with: 'runtime.log' },
  },
});
