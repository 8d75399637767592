import { defineTables } from '../tables/define-tables';

export const failureNoticeTables = defineTables({
  'runtime.failure_notice': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow', target_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.failure_notice WHERE workspace_id = ${id}::uuid`,
      ],
    },
    workflow: { kept: 'within seconds its turn deletes it, and nothing is queued for a deleted workflow' },
    run: {
      remove: [
        (tx, { logIds }) =>
          tx.$executeRaw`DELETE FROM runtime.failure_notice WHERE log_id = ANY (${logIds}::uuid[])`,
      ],
    },
    retention: { kept: 'it is deleted when it is queued as a run, within seconds' },
  },
  'runtime.failure_notice_window': {
    columns: { workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.failure_notice_window n USING workflow w
          WHERE w.workspace_id = ${id}::uuid AND n.workflow_id = w.id`,
      ],
    },
    workflow: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.failure_notice_window WHERE workflow_id = ${id}::uuid`,
      ],
    },
    retention: { kept: 'one row for each workflow' },
  },
});
