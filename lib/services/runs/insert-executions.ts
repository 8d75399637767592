import type { ClientBase, Pool } from 'pg';
import { notifySql } from '../../platform/postgres/notify';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { insertSelect, unnestRows } from '../../platform/postgres/unnest-rows';
import type { ExecutionRow } from './shapes/execution-row';

const NEW = unnestRows<ExecutionRow>([
  { column: 'id', type: 'uuid', of: (row) => row.executionId },
  { column: 'log_id', type: 'uuid', of: (row) => row.logId },
  { column: 'workspace_id', type: 'uuid', of: (row) => row.workspaceId },
  { column: 'workflow_id', type: 'uuid', of: (row) => row.workflowId },
  { column: 'snapshot_hash', type: 'bytea', of: (row) => Buffer.from(row.snapshotHash, 'hex') },
  { column: 'trigger', type: 'text', of: (row) => row.trigger },
  { column: 'mode', type: 'text', of: (row) => row.mode },
  { column: 'user_id', type: 'uuid', of: (row) => row.holderId },
  { column: 'input', type: 'text', of: (row) => row.input },
  { column: 'accepted_ms', type: 'float8', of: (row) => row.acceptedAtMs },
  { column: 'parent_id', type: 'uuid', of: ({ call }) => call?.parentId ?? null },
  { column: 'root_id', type: 'uuid', of: ({ call }) => call?.rootId ?? null },
  { column: 'workflow_version', type: 'integer', of: ({ version }) => version },
  { column: 'environment', type: 'text', of: ({ environment }) => environment },
  { column: 'entry_block', type: 'text', of: ({ entryBlock }) => entryBlock ?? null },
  { column: 'failure_of', type: 'uuid', of: ({ failureOf }) => failureOf ?? null },
  { column: 'depth', type: 'integer', of: ({ call }) => call?.depth ?? 0 },
]);
const OWNER = `$${NEW.parameters + 1}::uuid`;
const IS_QUEUED = `${OWNER} IS NULL`;

// One round trip for a whole group.
const INSERT_EXECUTIONS = `
WITH inserted AS (
  ${insertSelect('runtime.execution', {
    id: true,
    log_id: true,
    workspace_id: true,
    workflow_id: true,
    snapshot_hash: true,
    workflow_version: true,
    environment: true,
    trigger: true,
    entry_block: true,
    mode: true,
    user_id: true,
    input: true,
    state: `CASE WHEN ${IS_QUEUED} THEN ${QUEUE_STATE.sql.queued} ELSE ${QUEUE_STATE.sql.running} END`,
    owner: OWNER,
    accepted_at: 'to_timestamp(accepted_ms / 1000)',
    started_at: `CASE WHEN ${IS_QUEUED} THEN NULL ELSE to_timestamp(accepted_ms / 1000) END`,
    parent_id: true,
    root_id: true,
    depth: true,
    failure_of: true,
  })}
  FROM ${NEW.from('new')}
)
SELECT CASE WHEN ${IS_QUEUED} THEN ${notifySql('queue')} END`;

/** `owner` null: queued, and the workers are notified. */
export async function insertExecutions(
  db: Pool | ClientBase,
  rows: readonly ExecutionRow[],
  owner: string | null,
): Promise<void> {
  await db.query({
    name: 'insert-executions',
    text: INSERT_EXECUTIONS,
    values: [...NEW.values(rows), owner],
  });
}
