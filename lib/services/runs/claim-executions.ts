import { pool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import type { ExecutionRow } from './execution-row';
import { LARGE_BYTES } from './large-values';

// Whether the event loop must not touch it: for its input, or for what blocks of an earlier try had put out.
const IS_LARGE = `(octet_length(e.input) >= ${LARGE_BYTES} OR e.started_at IS NOT NULL AND (
  SELECT coalesce(sum(octet_length(s.entry)), 0) FROM runtime.execution_step s
    WHERE s.execution_id = e.id) >= ${LARGE_BYTES})`;

const oldest = (which: string, limit: string): string => `
  SELECT e.id, e.started_at IS NOT NULL AS begun FROM runtime.execution e
  WHERE e.state = ${QUEUE_STATE.sql.queued} AND ${which}
  ORDER BY e.accepted_at, e.id LIMIT ${limit} FOR UPDATE OF e SKIP LOCKED`;

// Oldest first; SKIP LOCKED lets any number of processes claim side by side. Materialized: as a subquery it
// may be read again for each row of a join, and then it finds others every time. Large ones stand in a line
// of their own, so that they wait for memory without holding up the others, and none of them is passed by a
// smaller one for ever.
const CLAIM = `
WITH large AS MATERIALIZED (${oldest(IS_LARGE, 'least($2::bigint, $3::bigint)')}),
small AS MATERIALIZED (${oldest(`NOT ${IS_LARGE}`, '$2::bigint - (SELECT count(*) FROM large)')}),
next AS (SELECT id, begun, false AS is_large FROM small UNION ALL SELECT id, begun, true FROM large)
UPDATE runtime.execution e SET state = ${QUEUE_STATE.sql.running}, owner = $1, started_at = now()
FROM next WHERE e.id = next.id
RETURNING e.id, e.log_id, e.workspace_id, e.workflow_id,
  encode(e.snapshot_hash, 'hex') AS snapshot_hash, e.trigger, e.mode,
  e.user_id, CASE WHEN next.is_large THEN '' ELSE e.input END AS input,
  e.accepted_at, e.cancelled, next.begun, next.is_large`;

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
  is_large: boolean;
}

export interface ClaimedExecution {
  /** Without the input of a large one. */
  row: ExecutionRow;
  isLarge: boolean;
  cancelled: boolean;
  /** Whether it was claimed before: then it has a journal. */
  begun: boolean;
}

/** Takes up to `most` queued executions for this process, of them at most `mostLarge` with large values. */
export async function claimExecutions(most: number, mostLarge: number): Promise<ClaimedExecution[]> {
  const askedAtMs = performance.now();
  const { rows } = await pool().query<ClaimedRow>({
    name: 'claim-executions',
    text: CLAIM,
    values: [thisProcess().id, most, mostLarge],
  });
  if (performance.now() - askedAtMs > ANSWER_WITHIN_MS) return [];
  return rows.map((row) => ({
    row: executionOf(row),
    isLarge: row.is_large,
    cancelled: row.cancelled,
    begun: row.begun,
  }));
}

export function executionOf(row: Omit<ClaimedRow, 'cancelled' | 'begun' | 'is_large'>): ExecutionRow {
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
