import type { ClientBase } from 'pg';
import { pool } from '../../platform/postgres/db';
import type { ExecutionRow } from '../runs/shapes/execution-row';

const NOTE = `
INSERT INTO runtime.repeated_run (log_id, workspace_id, of_log_id, from_block) VALUES ($1, $2, $3, $4)`;

type NewRun = Pick<ExecutionRow, 'logId' | 'workspaceId'>;

/** Records which run another one, which is about to begin, repeats. */
export async function noteRepeated(
  { logId, workspaceId }: NewRun,
  repeated: { logId: string; fromBlock: string | null },
): Promise<void> {
  await pool().query(NOTE, [logId, workspaceId, repeated.logId, repeated.fromBlock]);
}

const NOTE_MANY = `
INSERT INTO runtime.repeated_run (log_id, workspace_id, of_log_id)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])`;

/** Does the same for runs that begin at the beginning, in the transaction that queues them. */
export async function noteRepeatedRuns(
  client: ClientBase,
  runs: ReadonlyArray<{ row: NewRun; ofLogId: string }>,
): Promise<void> {
  await client.query(NOTE_MANY, [
    runs.map(({ row }) => row.logId),
    runs.map(({ row }) => row.workspaceId),
    runs.map(({ ofLogId }) => ofLogId),
  ]);
}
