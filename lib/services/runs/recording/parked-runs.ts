import { pool } from '../../../platform/postgres/db';
import { notifySql } from '../../../platform/postgres/notify';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import type { ExecutionRow } from '../shapes/execution-row';
import { sealedInput } from './stored-input';

/** A run that was let go: it goes on when one of these ends. */
export interface Park {
  /** The first time that is due, in milliseconds since 1970. */
  wakeAtMs: number | null;
  /** Ids of waits that are to be answered, and of called executions that are to end. */
  awaits: readonly string[];
}

const { queued: QUEUED, parked: PARKED } = QUEUE_STATE.sql;

// A run that got so far has not killed the processes that died with it.
const PARK = `
UPDATE runtime.execution SET state = ${PARKED}, owner = NULL, awaits = $3, takeovers = 0,
  wake_at = to_timestamp($4::float8 / 1000), input = coalesce($5, input)
WHERE id = $1 AND owner = $2`;

// Both sides write first and then look at what the other has written; so an answer that comes while a run is
// being parked is seen by one of them. The end of a called run is, too: its side looks whether the caller still
// runs in this process, so the caller’s looks once it is no longer among those that do.
const IS_READY = `(e.cancelled OR EXISTS (
  SELECT FROM unnest(e.awaits) AS a (id)
  LEFT JOIN runtime.execution_wait w ON w.id = a.id
  LEFT JOIN runtime.execution c ON c.id = a.id
  WHERE w.answered_at IS NOT NULL OR (w.id IS NULL AND c.id IS NULL)))`;

/** The assignments that queue a parked run; its time in the queue counts from `wake_at`. */
export const WAKE = `state = ${QUEUED}, wake_at = now(), awaits = NULL`;

const WAKE_ONE = `
UPDATE runtime.execution e SET ${WAKE}
WHERE e.id = $1 AND e.state = ${PARKED} AND ${IS_READY}
RETURNING ${notifySql('queue')}`;

const WAKE_DUE = `
WITH due AS (
  SELECT id FROM runtime.execution WHERE state = ${PARKED} AND wake_at <= now()
  ORDER BY wake_at LIMIT $1 FOR UPDATE SKIP LOCKED
), woken AS (
  UPDATE runtime.execution e SET ${WAKE} FROM due WHERE e.id = due.id RETURNING e.id
), told AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM woken))
SELECT (SELECT count(*) FROM woken)::integer AS woken, (SELECT count(*) FROM told),
  (SELECT extract(epoch FROM min(wake_at) - now()) * 1000 FROM runtime.execution
   WHERE state = ${PARKED} AND wake_at > now())::float8 AS next_ms`;
const MAX_WOKEN = 500;

const WAKE_MISSED = `
UPDATE runtime.execution e SET ${WAKE} WHERE e.state = ${PARKED} AND ${IS_READY}
RETURNING ${notifySql('queue')}`;

/**
 * Lets a run go whose journal is written: no process holds it until it is woken. `whileRunning` then looks for what
 * has ended meanwhile. @returns false when another process had taken it over
 */
export async function parkExecution(row: ExecutionRow, { awaits, wakeAtMs }: Park): Promise<boolean> {
  const { executionId, input, isSealed } = row;
  // A large one, whose input is not at hand, stays as it is.
  const sealed = isSealed || input === '' ? null : sealedInput(row);
  const values = [executionId, thisProcess().id, awaits, wakeAtMs, sealed];
  const { rowCount } = await withDatabaseRetry(() => pool().query(PARK, values), { repeatable: true });
  return rowCount === 1;
}

/** Puts it into the queue if it is parked and something that it waits for has ended. */
export async function wakeExecution(executionId: string): Promise<void> {
  const wake = () => pool().query({ name: 'wake-execution', text: WAKE_ONE, values: [executionId] });
  await withDatabaseRetry(wake, { repeatable: true });
}

/** Puts those that are due into the queue. @returns milliseconds until the next one is due */
export async function wakeDueExecutions(): Promise<number> {
  const { rows } = await pool().query<{ woken: number; next_ms: number | null }>({
    name: 'wake-due-executions',
    text: WAKE_DUE,
    values: [MAX_WOKEN],
  });
  const [due] = rows;
  if (due?.woken === MAX_WOKEN) return 0;
  return due?.next_ms ?? Number.POSITIVE_INFINITY;
}

/** Wakes what a crash between an answer and its run's waking left behind. */
export async function wakeMissedExecutions(): Promise<void> {
  await pool().query(WAKE_MISSED);
}
