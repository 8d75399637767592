import { pool } from '../../platform/postgres/db';
import type { ExecutionRow } from '../runs/shapes/execution-row';

const NOTE = `
INSERT INTO runtime.repeated_run (log_id, workspace_id, of_log_id, from_block) VALUES ($1, $2, $3, $4)`;

/** Says of a run that is about to begin which one it repeats. */
export async function noteRepeated(
  { logId, workspaceId }: Pick<ExecutionRow, 'logId' | 'workspaceId'>,
  repeated: { logId: string; fromBlock: string | null },
): Promise<void> {
  await pool().query(NOTE, [logId, workspaceId, repeated.logId, repeated.fromBlock]);
}
