import { pool } from '../db';
import { ZERO_COST } from '../logs/cost';
import { executionOf } from './claim-executions';
import type { ExecutionRow } from './execution-row';
import { PROCESS_LEASE_SECONDS, thisProcess } from './process-lease';
import { recordCompletions } from './record-completions';

/** A queued execution that has killed so many processes is given up rather than tried again. */
const MAX_TAKEOVERS = 3;

// An owner with no row at all is dead too. Queued executions resume from their journal; nobody waits for a synchronous one any more.
const TAKE_OVER = `
WITH orphans AS (
  SELECT e.id FROM runtime.execution e LEFT JOIN runtime.process p ON p.id = e.owner
  WHERE e.state = 'running' AND e.owner <> $1
    AND (p.id IS NULL OR p.heartbeat_at < now() - make_interval(secs => $2))
  ORDER BY e.id FOR UPDATE OF e SKIP LOCKED
)
UPDATE runtime.execution e SET
  takeovers = takeovers + 1,
  state = CASE WHEN mode = 'async' AND takeovers < $3 THEN 'queued' ELSE 'running' END,
  owner = CASE WHEN mode = 'async' AND takeovers < $3 THEN NULL ELSE $1 END
FROM orphans WHERE e.id = orphans.id
RETURNING e.state, e.id, e.log_id, e.workspace_id, e.workflow_id, encode(e.snapshot_hash, 'hex') AS snapshot_hash, e.trigger, e.mode,
  e.user_id, e.input, e.accepted_at, coalesce(e.started_at, e.accepted_at) AS started_at`;

const FORGET_DEAD = `
DELETE FROM runtime.process p WHERE p.heartbeat_at < now() - make_interval(secs => $1)
  AND NOT EXISTS (SELECT FROM runtime.execution e WHERE e.owner = p.id)`;

/** Takes over what dead processes left: requeues it, or logs it as interrupted. @returns how many of each */
export async function recoverExecutions(): Promise<{ requeued: number; interrupted: number }> {
  const { rows } = await pool().query({
    name: 'take-over',
    text: TAKE_OVER,
    values: [thisProcess().id, PROCESS_LEASE_SECONDS, MAX_TAKEOVERS],
  });
  const ended = rows.filter((row) => row.state === 'running');
  for (const row of ended) await recordEnd(executionOf(row), row.started_at.getTime(), INTERRUPTED);
  await pool().query(FORGET_DEAD, [PROCESS_LEASE_SECONDS]);
  return { requeued: rows.length - ended.length, interrupted: ended.length };
}

export const INTERRUPTED = {
  code: 'INTERRUPTED',
  message:
    'The process that ran this execution stopped before its end. Blocks that had finished have taken effect; run it again if that is safe.',
};

export const CANCELLED = { code: 'CANCELLED', message: 'The execution was cancelled before it started.' };

export const FAILED = {
  code: 'INTERNAL',
  message:
    'The execution failed on our side, outside of its blocks. The server’s log names it by its execution id.',
};

/** Logs the end of an execution that this process owns and does not run. */
export async function recordEnd(
  execution: ExecutionRow,
  startedAtMs: number,
  error: { code: string; message: string },
): Promise<void> {
  await recordCompletions(
    pool(),
    [
      {
        execution,
        hasRow: true,
        level: 'error',
        startedAtMs,
        endedAtMs: Math.max(startedAtMs, Date.now()),
        costTotal: 0,
        traceSpans: '[]',
        finalOutput: 'null',
        cost: ZERO_COST,
        error: JSON.stringify(error),
      },
    ],
    thisProcess().id,
  );
}
