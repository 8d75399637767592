import { type ExecutionRow, executionRow } from '../shapes/execution-row';
import { readStoredInput } from './stored-input';

/** A row of `runtime.execution`, as the claim and the recovery read it. */
export interface StoredExecution {
  id: string;
  log_id: string;
  workspace_id: string;
  workflow_id: string;
  snapshot_hash: string;
  workflow_version: number | null;
  environment: ExecutionRow['environment'];
  trigger: ExecutionRow['trigger'];
  entry_block: string | null;
  mode: ExecutionRow['mode'];
  user_id: string;
  input: string;
  accepted_at: Date;
  parent_id: string | null;
  root_id: string | null;
  depth: number;
  failure_of: string | null;
  first_execution_id: string | null;
  tags: string[] | null;
  traceparent: string | null;
}

export function executionOfStored(row: StoredExecution): ExecutionRow {
  const version = {
    workflowId: row.workflow_id,
    workspaceId: row.workspace_id,
    holderId: row.user_id,
    snapshotHash: row.snapshot_hash,
    version: row.workflow_version,
  };
  return executionRow(version, {
    ids: { executionId: row.id, logId: row.log_id },
    environment: row.environment,
    trigger: row.trigger,
    entryBlock: row.entry_block,
    mode: row.mode,
    ...readStoredInput({ executionId: row.id, firstExecutionId: row.first_execution_id }, row.input),
    acceptedAtMs: row.accepted_at.getTime(),
    tags: row.tags,
    traceparent: row.traceparent,
    failureOf: row.failure_of,
    firstExecutionId: row.first_execution_id,
    call:
      row.parent_id === null || row.root_id === null
        ? null
        : { parentId: row.parent_id, rootId: row.root_id, depth: row.depth },
  });
}
