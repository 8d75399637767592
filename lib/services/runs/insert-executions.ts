import type { Pool } from 'pg';
import { notifySql } from '../../platform/postgres/changes';
import type { ExecutionRow } from './execution-row';

// One round trip for a whole group.
const INSERT_EXECUTIONS = `
WITH new AS (
  SELECT * FROM unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bytea[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::float8[]
  ) AS t(id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode, user_id, input, accepted_ms)
), inserted AS (
  INSERT INTO runtime.execution
    (id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode, user_id, input, state, owner, accepted_at, started_at)
  SELECT id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode, user_id, input,
    CASE WHEN $11::uuid IS NULL THEN 'queued' ELSE 'running' END, $11::uuid, to_timestamp(accepted_ms / 1000),
    CASE WHEN $11::uuid IS NULL THEN NULL ELSE to_timestamp(accepted_ms / 1000) END
  FROM new
)
SELECT CASE WHEN $11::uuid IS NULL THEN ${notifySql('queue')} END`;

/** `owner` null: queued, and the workers are told. */
export async function insertExecutions(
  db: Pool,
  rows: readonly ExecutionRow[],
  owner: string | null,
): Promise<void> {
  await db.query({
    name: 'insert-executions',
    text: INSERT_EXECUTIONS,
    values: [
      rows.map((row) => row.executionId),
      rows.map((row) => row.logId),
      rows.map((row) => row.workspaceId),
      rows.map((row) => row.workflowId),
      rows.map((row) => `\\x${row.snapshotHash}`),
      rows.map((row) => row.trigger),
      rows.map((row) => row.mode),
      rows.map((row) => row.holderId),
      rows.map((row) => row.input),
      rows.map((row) => row.acceptedAtMs),
      owner,
    ],
  });
}
