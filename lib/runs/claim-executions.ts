import { pool } from '../db';
import type { JournalEntry } from '../engine/ports';
import type { ExecutionRow } from './execution-row';
import { openEntry } from './insert-steps';
import { thisProcess } from './process-lease';

// Oldest first; SKIP LOCKED lets any number of processes claim side by side. Materialized: as a subquery it may be read again for each
// row of a join, and then it finds others every time.
const CLAIM = `
WITH next AS MATERIALIZED (
  SELECT id, started_at IS NOT NULL AS begun FROM runtime.execution WHERE state = 'queued' ORDER BY accepted_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE runtime.execution e SET state = 'running', owner = $1, started_at = now()
FROM next WHERE e.id = next.id
RETURNING e.id, e.log_id, e.workspace_id, e.workflow_id, encode(e.snapshot_hash, 'hex') AS snapshot_hash, e.trigger, e.mode,
  e.user_id, e.input, e.accepted_at, e.cancelled, next.begun`;

const READ_JOURNAL = 'SELECT entry FROM runtime.execution_step WHERE execution_id = $1';

/** A claim whose answer takes longer may have been given up meanwhile: see recoverOwnExecutions. */
const ANSWER_WITHIN_MS = 5_000;

export interface ClaimedRow {
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
  begun: boolean;
}

export interface ClaimedExecution {
  row: ExecutionRow;
  cancelled: boolean;
  /** Whether it was claimed before: then it has a journal. */
  begun: boolean;
}

/** Takes up to `most` queued executions for this process. */
export async function claimExecutions(most: number): Promise<ClaimedExecution[]> {
  const askedAtMs = performance.now();
  const { rows } = await pool().query<ClaimedRow>({
    name: 'claim-executions',
    text: CLAIM,
    values: [thisProcess().id, most],
  });
  if (performance.now() - askedAtMs > ANSWER_WITHIN_MS) return [];
  return rows.map((row) => ({ row: executionOf(row), cancelled: row.cancelled, begun: row.begun }));
}

export async function readJournal(executionId: string): Promise<JournalEntry[]> {
  const { rows } = await pool().query<{ entry: string }>(READ_JOURNAL, [executionId]);
  return rows.map((row) => openEntry(row.entry));
}

export function executionOf(row: Omit<ClaimedRow, 'cancelled' | 'begun'>): ExecutionRow {
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
