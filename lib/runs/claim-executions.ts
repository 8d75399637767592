import { pool } from '../db';
import type { JournalEntry } from '../engine/ports';
import type { ExecutionRow } from './execution-row';
import { openEntry } from './insert-steps';
import { thisProcess } from './process-lease';

// Oldest first; SKIP LOCKED lets any number of processes claim side by side.
const CLAIM = `
UPDATE runtime.execution e SET state = 'running', owner = $1, started_at = now()
FROM (
  SELECT id FROM runtime.execution WHERE state = 'queued' ORDER BY accepted_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
) next
WHERE e.id = next.id
RETURNING e.id, e.log_id, e.workspace_id, e.workflow_id, encode(e.snapshot_hash, 'hex') AS snapshot_hash, e.trigger, e.mode,
  e.user_id, e.input, e.accepted_at, e.cancelled, e.takeovers`;

const READ_JOURNAL = 'SELECT entry FROM runtime.execution_step WHERE execution_id = $1';

interface ClaimedRow {
  id: string;
  log_id: string;
  workspace_id: string;
  workflow_id: string;
  snapshot_hash: string;
  trigger: ExecutionRow['trigger'];
  mode: ExecutionRow['mode'];
  user_id: string;
  input: string;
  accepted_at: Date;
  cancelled: boolean;
  takeovers: number;
}

export interface ClaimedExecution {
  row: ExecutionRow;
  cancelled: boolean;
  /** How many processes died while they ran it. */
  takeovers: number;
}

/** Takes up to `most` queued executions for this process. */
export async function claimExecutions(most: number): Promise<ClaimedExecution[]> {
  const { rows } = await pool().query<ClaimedRow>({
    name: 'claim-executions',
    text: CLAIM,
    values: [thisProcess().id, most],
  });
  return rows.map((row) => ({ row: executionOf(row), cancelled: row.cancelled, takeovers: row.takeovers }));
}

export async function readJournal(executionId: string): Promise<JournalEntry[]> {
  const { rows } = await pool().query<{ entry: string }>(READ_JOURNAL, [executionId]);
  return rows.map((row) => openEntry(row.entry));
}

export function executionOf(row: Omit<ClaimedRow, 'cancelled' | 'takeovers'>): ExecutionRow {
  return {
    executionId: row.id,
    logId: row.log_id,
    workspaceId: row.workspace_id,
    workflowId: row.workflow_id,
    snapshotHash: row.snapshot_hash,
    trigger: row.trigger,
    mode: row.mode,
    holderId: row.user_id,
    input: row.input,
    acceptedAtMs: row.accepted_at.getTime(),
  };
}
