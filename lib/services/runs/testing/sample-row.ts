import { newId } from '../../../platform/ids';
import {
  type ExecutionRow,
  executionRow,
  type NewExecution,
  type VersionOfRun,
} from '../shapes/execution-row';

/** A row of a workflow that isn't there, for tests of the tables. */
export function sampleRow({
  workspaceId = newId(),
  workflowId = newId(),
  holderId = newId(),
  ...execution
}: Partial<NewExecution & Pick<VersionOfRun, 'workspaceId' | 'workflowId' | 'holderId'>> = {}): ExecutionRow {
  return executionRow(
    { workspaceId, workflowId, holderId, snapshotHash: 'ab'.repeat(32), version: null },
    { trigger: 'api', mode: 'sync', input: '{}', ...execution },
  );
}
