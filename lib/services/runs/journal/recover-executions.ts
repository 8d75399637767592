import type { StepEffects } from '../../../core/engine/run-effect';
import { env } from '../../../platform/env';
import { pool } from '../../../platform/postgres/db';
import { notify } from '../../../platform/postgres/notify';
import { isSteady, thisProcess } from '../../../platform/postgres/process-lease';
import { QUEUE_STATE, type QueueState } from '../../../platform/postgres/queue-state';
import { ZERO_COST } from '../../logs/cost';
import { readOwnership } from '../recording/execution-ownership';
import { recordCompletions } from '../recording/record-completions';
import { claimedHere, runningExecutions } from '../recording/running-executions';
import { executionOfStored, type StoredExecution } from '../recording/stored-execution';
import { wakeCaller } from '../recording/wake-caller';
import type { ExecutionRow } from '../shapes/execution-row';
import type { EndReason } from '../shapes/place-in-line';
import { stallError } from '../shapes/stall-error';
import { effectsOfLost } from './effects-of-lost';

/** A queued execution that has killed so many processes is given up rather than tried again. */
const MAX_TAKEOVERS = 3;
/** The row of a process whose last heartbeat is older is deleted. */
const FORGET_AFTER_MS = 60 * 60_000;

const { queued: QUEUED, running: RUNNING } = QUEUE_STATE.sql;

const RETURNED = `e.state, e.id, e.log_id, e.workspace_id, e.workflow_id,
  encode(e.snapshot_hash, 'hex') AS snapshot_hash, e.workflow_version, e.environment, e.trigger,
  e.entry_block, e.mode, e.user_id, '' AS input, e.accepted_at, e.parent_id, e.root_id, e.depth, e.failure_of,
  e.first_execution_id, e.tags, e.traceparent, e.standstills, coalesce(e.started_at, e.accepted_at) AS started_at`;

// Queued executions resume from their journal; nobody waits for a synchronous one any more.
const takeOver = (orphans: string): string => `
WITH orphans AS (${orphans} ORDER BY e.id FOR UPDATE OF e SKIP LOCKED)
UPDATE runtime.execution e SET
  takeovers = takeovers + 1,
  state = CASE WHEN mode = 'async' AND takeovers < $2 THEN ${QUEUED} ELSE ${RUNNING} END,
  owner = CASE WHEN mode = 'async' AND takeovers < $2 THEN NULL ELSE $1 END
FROM orphans WHERE e.id = orphans.id
RETURNING ${RETURNED}`;

// An owner with no row at all is dead too.
const TAKE_OVER = takeOver(`
  SELECT e.id FROM runtime.execution e LEFT JOIN runtime.process p ON p.id = e.owner
  WHERE e.state = ${RUNNING} AND e.owner <> $1 AND ${isSteady('$1', '$4', '$3')}
    AND (p.id IS NULL OR p.heartbeat_at < now() - $3 * interval '1 millisecond')`);

const TAKE_OVER_FROM = takeOver(`
  SELECT e.id FROM runtime.execution e WHERE e.state = ${RUNNING} AND e.owner <> $1 AND e.owner = $3`);

const FORGET_DEAD = `
DELETE FROM runtime.process p
WHERE p.heartbeat_at < now() - $2 * interval '1 millisecond' AND ${isSteady('$1', '$3', '$4')}
  AND NOT EXISTS (SELECT FROM runtime.execution e WHERE e.owner = p.id)`;

export interface Recovered {
  requeued: number;
  interrupted: number;
}

/** Takes over what dead processes left: requeues it, or logs it as interrupted. @returns how many of each */
export async function recoverExecutions(): Promise<Recovered> {
  const { id, timing } = thisProcess();
  const { rows } = await pool().query<OrphanRow>({
    name: 'take-over',
    text: TAKE_OVER,
    values: [id, MAX_TAKEOVERS, timing.leaseMs, timing.gapMs],
  });
  const recovered = await endInterrupted(rows);
  await pool().query(FORGET_DEAD, [id, FORGET_AFTER_MS, timing.gapMs, timing.leaseMs]);
  return recovered;
}

/**
 * Takes over what that process left, without waiting for its lease to run out: whoever started it has seen it
 * end.
 */
export async function takeOverFrom(processId: string): Promise<Recovered> {
  const { id } = thisProcess();
  const values = [id, MAX_TAKEOVERS, processId];
  const { rows } = await pool().query<OrphanRow>({ name: 'take-over-from', text: TAKE_OVER_FROM, values });
  const recovered = await endInterrupted(rows);
  if (recovered.requeued > 0) await notify('queue', '');
  return recovered;
}

const READ_OWN = `
SELECT id, root_id FROM runtime.execution
WHERE owner = $1 AND state = ${RUNNING}
  AND coalesce(started_at, accepted_at) < now() - $2 * interval '1 millisecond'`;

const GIVE_BACK = `
UPDATE runtime.execution e SET
  state = CASE WHEN mode = 'async' AND takeovers <= $3 THEN ${QUEUED} ELSE ${RUNNING} END,
  owner = CASE WHEN mode = 'async' AND takeovers <= $3 THEN NULL ELSE $1 END
WHERE e.id = ANY($2) AND e.owner = $1
RETURNING ${RETURNED}`;

/**
 * Finds executions that name this process as owner and that it knows nothing of: the answer to a claim was
 * lost with the connection, or an end could not be recorded. Without this they would run for ever, for their
 * owner is alive.
 */
export async function recoverOwnExecutions(): Promise<Recovered> {
  const { id, timing } = thisProcess();
  const { rows } = await pool().query<{ id: string; root_id: string | null }>({
    name: 'read-own-executions',
    text: READ_OWN,
    values: [id, timing.leaseMs],
  });
  // Executions called by a run with large values run in its own process, and end with it.
  const unknown = rows
    .filter(({ id: own, root_id: root }) => !isHere(own) && !(root !== null && isHere(root)))
    .map((row) => row.id);
  if (unknown.length === 0) return { requeued: 0, interrupted: 0 };
  const fates = await readOwnership(pool(), unknown);
  const ended = unknown.filter((one) => fates.get(one)?.log != null);
  if (ended.length > 0)
    await pool().query('DELETE FROM runtime.execution WHERE id = ANY($1) AND owner = $2', [ended, id]);
  const open = unknown.filter((one) => !ended.includes(one) && !isHere(one));
  if (open.length === 0) return { requeued: 0, interrupted: 0 };
  const given = await pool().query<OrphanRow>(GIVE_BACK, [id, open, MAX_TAKEOVERS]);
  return endInterrupted(given.rows);
}

const isHere = (executionId: string): boolean =>
  claimedHere().has(executionId) || runningExecutions().has(executionId);

type OrphanRow = StoredExecution & {
  state: QueueState;
  started_at: Date;
  standstills: number;
};

async function endInterrupted(rows: readonly OrphanRow[]): Promise<Recovered> {
  const ended = rows.filter(({ state }) => QUEUE_STATE.read(state) === QUEUE_STATE.is.running);
  for (const row of ended) {
    const error = row.standstills > 0 ? stallError(env().LOOP_LIMIT_SECONDS) : INTERRUPTED;
    const execution = executionOfStored(row);
    await recordEnd(execution, row.started_at.getTime(), error, await effectsOfLost(execution));
  }
  return { requeued: rows.length - ended.length, interrupted: ended.length };
}

export const INTERRUPTED = {
  code: 'INTERRUPTED',
  message:
    'The process that ran this execution stopped before its end. Blocks that had finished took effect; ' +
    'run it again if that is safe.',
};

export const CANCELLED = { code: 'CANCELLED', message: 'The execution was cancelled before it started.' };

/** The errors of executions that were accepted and not started; nobody has failed then. */
const REPLACED = {
  code: 'REPLACED',
  message:
    'A newer start took the place of this execution before it started: as many run at once as the workflow allows.',
};
const SKIPPED = {
  code: 'SKIPPED',
  message:
    'This execution was not started: as many run at once as the workflow allows, and it is set not to wait.',
};
export const EXPIRED = {
  code: 'EXPIRED',
  message: 'This execution was not started within its time to live.',
};
export const NOT_STARTED: Readonly<Record<EndReason, { code: string; message: string }>> = {
  replaced: REPLACED,
  skipped: SKIPPED,
};
const WITHOUT_FAILURE: ReadonlySet<object> = new Set([CANCELLED, REPLACED, SKIPPED, EXPIRED]);

export const FAILED = {
  code: 'INTERNAL',
  message:
    'The execution failed because of an error in the server, outside of its blocks. ' +
    'Its execution id leads to the cause in the server’s log.',
};

/** Logs the end of an execution that this process owns and does not run. */
export async function recordEnd(
  execution: ExecutionRow,
  startedAtMs: number,
  error: { code: string; message: string },
  effects?: StepEffects,
): Promise<void> {
  await recordCompletions(
    pool(),
    [
      {
        execution,
        hasRow: true,
        level: 'error',
        ending: WITHOUT_FAILURE.has(error) ? 'cancelled' : undefined,
        startedAtMs,
        endedAtMs: Math.max(startedAtMs, Date.now()),
        costTotal: 0,
        traceSpans: '[]',
        finalOutput: 'null',
        cost: ZERO_COST,
        error: JSON.stringify(error),
        tags: execution.tags ?? [],
        effects,
      },
    ],
    thisProcess().id,
  );
  await wakeCaller(execution);
}
