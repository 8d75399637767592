import { defineTables } from '../tables/define-tables';
import { lockProgress, subtractDurations, subtractOutcomes } from './subtract-runs';

const SUMS = { kept: 'sums of logs outlive their workflow, like the logs' };

export const overviewTables = defineTables({
  'runtime.rollup_progress': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.rollup_progress WHERE workspace_id = ${id}::uuid`,
      ],
    },
    run: { remove: [lockProgress] },
    retention: { kept: 'one row for each workspace' },
  },
  'runtime.log_rollup': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.log_rollup WHERE workspace_id = ${id}::uuid`],
    },
    workflow: SUMS,
    run: { remove: [subtractOutcomes] },
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
    run: { remove: [subtractDurations] },
    retention: { with: 'runtime.log' },
  },
  'runtime.trace_rollup': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.trace_rollup WHERE workspace_id = ${id}::uuid`],
    },
    workflow: SUMS,
    run: { kept: 'its sums name models, hosts and blocks, and no run' },
    retention: { with: 'runtime.log' },
  },
});
