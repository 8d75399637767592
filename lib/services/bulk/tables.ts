import { defineTables } from '../tables/define-tables';
import { forgetOldJobs } from './forget-jobs';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;
const WITH_JOB = { with: 'runtime.bulk_job' };

export const bulkTables = defineTables({
  'runtime.bulk_job': {
    columns: { workspace_id: 'workspace', created_by: 'person' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.bulk_job WHERE workspace_id = ${id}::uuid`],
    },
    person: { kept: 'it says who started the job, which stops at its next step' },
    retention: { name: 'forget bulk jobs of long ago', everyMs: SIX_HOURS_MS, run: forgetOldJobs },
  },
  'runtime.bulk_item': {
    workspace: WITH_JOB,
    // The item still counts in the report of its job.
    run: {
      remove: [
        (tx, { logIds }) => tx.$executeRaw`
          UPDATE runtime.bulk_item SET
            log_id = CASE WHEN log_id = ANY (${logIds}::uuid[]) THEN NULL ELSE log_id END,
            new_log_id = CASE WHEN new_log_id = ANY (${logIds}::uuid[]) THEN NULL ELSE new_log_id END,
            new_execution_id = CASE WHEN new_log_id = ANY (${logIds}::uuid[]) THEN NULL ELSE new_execution_id END
          WHERE log_id = ANY (${logIds}::uuid[]) OR new_log_id = ANY (${logIds}::uuid[])`,
        (tx, { executionIds }) => tx.$executeRaw`
          UPDATE runtime.bulk_item SET execution_id = NULL WHERE execution_id = ANY (${executionIds}::uuid[])`,
      ],
    },
    retention: WITH_JOB,
  },
});
