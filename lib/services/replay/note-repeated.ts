import { pool } from '../../platform/postgres/db';
import type { ExecutionRow } from '../runs/shapes/execution-row';

const NOTE = `
INSERT INTO runtime.repeated_run (log_id, workspace_id, of_log_id, from_block) VALUES ($1, $2, $3, $4)`;

/** Records which run another one, which is about to begin, repeats. */
export async function noteRepeated(
  { logId, workspaceId }: Pick<ExecutionRow, 'logId' | 'workspaceId'>,
  repeated: { logId: string; fromBlock: string | null },
): Promise<void> {
  await pool().query(NOTE, [logId, workspaceId, repeated.logId, repeated.fromBlock]);
}
