import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { defineTables } from '../../tables/define-tables';
import { deleteStraySteps } from '../recording/delete-stray-steps';
import { exactResultStore, forgetOldExactResults } from '../recording/exact-result';
import { storedInputs } from '../recording/stored-input';
import { forgetExpiredKeys } from '../starting/idempotency-key';
import { forgetOldWaits } from '../waits/wait-rows';
import { journalStore, snapshotStore, waitAnswerStore, waitFormStore } from './sealed-stores';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

const STILL_RUNS = { kept: 'accepted executions of a deleted workflow still run' };

export const runTables = defineTables({
  'runtime.execution': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow', user_id: 'person' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.execution
          WHERE workspace_id = ${id}::uuid AND state <> ${QUEUE_STATE.is.running}`,
        // Running ones end by themselves, cancelled.
        (tx, id) => tx.$executeRaw`
          UPDATE runtime.execution SET cancelled = true WHERE workspace_id = ${id}::uuid`,
      ],
    },
    workflow: STILL_RUNS,
    person: { kept: 'its end deletes it' },
    run: { kept: 'it has not finished; its end deletes it' },
    retention: { kept: 'its end deletes it' },
    sealed: { input: storedInputs },
    plainBytes: { snapshot_hash: 'a hash' },
  },
  'runtime.execution_step': {
    workspace: { kept: 'a job deletes journals without an execution' },
    workflow: STILL_RUNS,
    run: {
      remove: [
        (tx, { executionIds }) =>
          tx.$executeRaw`DELETE FROM runtime.execution_step WHERE execution_id = ANY (${executionIds}::uuid[])`,
      ],
    },
    retention: { name: 'delete journals that nothing resumes', everyMs: SIX_HOURS_MS, run: deleteStraySteps },
    sealed: { entry: journalStore },
  },
  'runtime.execution_wait': {
    columns: { workspace_id: 'workspace' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.execution_wait WHERE workspace_id = ${id}::uuid`,
      ],
    },
    workflow: STILL_RUNS,
    run: {
      remove: [
        (tx, { executionIds }) =>
          tx.$executeRaw`DELETE FROM runtime.execution_wait WHERE execution_id = ANY (${executionIds}::uuid[])`,
      ],
    },
    retention: {
      name: 'delete waits of executions that ended long ago',
      everyMs: SIX_HOURS_MS,
      run: forgetOldWaits,
    },
    sealed: { form: waitFormStore, answer: waitAnswerStore },
  },
  'runtime.workflow_snapshot': {
    columns: { workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.workflow_snapshot s USING workflow w
          WHERE w.workspace_id = ${id}::uuid AND s.workflow_id = w.id`,
      ],
    },
    workflow: { kept: 'logs show the document that ran' },
    retention: { with: 'runtime.log' },
    sealed: { sealed: snapshotStore },
    plainBytes: { hash: 'a hash' },
  },
  'runtime.exact_result': {
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.exact_result x USING runtime.log l
          WHERE l.workspace_id = ${id}::uuid AND x.log_id = l.id`,
      ],
    },
    workflow: { kept: 'callers still ask for the result of a run' },
    run: {
      remove: [
        (tx, { logIds }) =>
          tx.$executeRaw`DELETE FROM runtime.exact_result WHERE log_id = ANY (${logIds}::uuid[])`,
      ],
    },
    retention: {
      name: 'delete exact results that nobody asks for',
      everyMs: SIX_HOURS_MS,
      run: forgetOldExactResults,
    },
    sealed: { sealed: exactResultStore },
  },
  'runtime.idempotency_claim': {
    columns: { workspace_id: 'workspace', scope_id: 'person' },
    workspace: { kept: 'it expires within a day' },
    workflow: { kept: 'it expires within a day; `scope_id` may also be a workflow' },
    person: { kept: 'it expires within a day' },
    run: { kept: 'it expires within a day; until then its key starts the run no second time' },
    retention: { name: 'delete expired idempotency keys', everyMs: SIX_HOURS_MS, run: forgetExpiredKeys },
    plainBytes: { fingerprint: 'a hash' },
  },
});
