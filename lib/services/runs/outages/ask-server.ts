import type { ServerWaitEnd, ServerWaitRequest } from '../../../core/blocks/outside-work';
import { newId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { notifySql, notifyThisProcess } from '../../../platform/postgres/notify';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { FAILURES_UNTIL_AWAY, gapAfter, LONGEST_WAIT_HOURS, MOST_REJECTIONS } from './outage-sql';

/** A block that asks to send to a server, or has failed to. */
interface AskingBlock extends ServerWaitRequest {
  /** Id of its wait: the same in each try of the run. */
  id: string;
  executionId: string;
  workspaceId: string;
  step: string;
}

/** `end` null: it waits. */
interface AskedServer {
  startedMs: number;
  dueMs: number;
  end: ServerWaitEnd | null;
}

interface WaitColumns {
  outage_id: string | null;
  server_end: 'probe' | 'back' | 'due' | 'ended' | null;
  started_ms: number | null;
  due_ms: number | null;
  is_due: boolean | null;
}

const STARTED_MS = 'round(extract(epoch FROM w.started_at) * 1000)::float8 AS started_ms';
const WAIT = `w.id, w.outage_id, w.server_end, ${STARTED_MS},
  (extract(epoch FROM w.due_at) * 1000)::float8 AS due_ms, w.due_at <= now() AS is_due`;
const NEW_WAIT = '(id, execution_id, workspace_id, step, due_at, outage_id)';
const newWait = (outage: string): string =>
  `$1::uuid, $2::uuid, $3::uuid, $4, now() + interval '${LONGEST_WAIT_HOURS} hours', ${outage}`;

// The lock keeps the outage from ending between the look and the insert.
const ASK = `
WITH outage AS MATERIALIZED (
  SELECT o.id, o.state, o.is_full, o.per_second FROM runtime.server_outage o
  WHERE o.workspace_id = $3::uuid AND o.origin = $5 FOR SHARE OF o
), mine AS MATERIALIZED (
  SELECT ${WAIT} FROM runtime.execution_wait w WHERE w.id = $1::uuid
), begun AS (
  INSERT INTO runtime.execution_wait AS w ${NEW_WAIT}
  SELECT ${newWait('o.id')} FROM outage o
  WHERE o.state <> 'suspected' AND NOT o.is_full AND NOT EXISTS (SELECT FROM mine)
  RETURNING ${WAIT}
)
SELECT w.*, (SELECT id FROM outage) AS known_id, (SELECT per_second FROM outage) AS per_second,
  coalesce((SELECT is_full FROM outage), false) AS is_full
FROM (VALUES (1)) AS one (n) LEFT JOIN (SELECT * FROM mine UNION ALL SELECT * FROM begun) AS w ON true`;

interface AskRow extends WaitColumns {
  /** The outage that there is now. */
  known_id: string | null;
  /** The lowest rate of the blocks that wait. */
  per_second: number | null;
  is_full: boolean;
}

const LOWER_RATE = `
UPDATE runtime.server_outage SET per_second = least(per_second, $2) WHERE id = $1`;

// Who fails although the server answers others is rejected, and waits no more after some times. A failed probe
// leads to the next one, after a longer gap; another failure in a row closes a server that was returning.
const FAILED = `
WITH mine AS MATERIALIZED (
  SELECT w.rejections, w.due_at <= now() AS is_due, w.server_end = 'back' AS was_back
  FROM runtime.execution_wait w WHERE w.id = $1::uuid
), known AS MATERIALIZED (
  SELECT o.state FROM runtime.server_outage o WHERE o.workspace_id = $3::uuid AND o.origin = $5
), outage AS (
  INSERT INTO runtime.server_outage AS o (id, workspace_id, origin, since, code, status, per_second, next_at)
  VALUES ($6::uuid, $3::uuid, $5, to_timestamp($7::float8 / 1000), $8, $9::integer, $11::float8,
    clock_timestamp() + ${gapAfter('0', '$10')})
  ON CONFLICT (workspace_id, origin) DO UPDATE SET
    failures = o.failures + 1, code = excluded.code, status = excluded.status,
    per_second = least(o.per_second, excluded.per_second), batch = greatest(1, o.batch / 2),
    state = CASE WHEN o.failures + 1 >= ${FAILURES_UNTIL_AWAY} THEN 'away' ELSE o.state END,
    probes = o.probes + CASE WHEN o.probe_id = $1::uuid THEN 1 ELSE 0 END,
    probe_id = CASE WHEN o.probe_id = $1::uuid THEN NULL ELSE o.probe_id END,
    next_at = CASE
      WHEN o.probe_id = $1::uuid THEN clock_timestamp() + ${gapAfter('o.probes + 1', '$10')}
      WHEN o.state = 'returning' AND o.failures + 1 >= ${FAILURES_UNTIL_AWAY}
        OR o.state = 'suspected' AND o.failures = 0 THEN clock_timestamp() + ${gapAfter('0', '$10')}
      ELSE o.next_at END
  RETURNING o.id, o.state, o.is_full,
    coalesce((SELECT m.was_back FROM mine m) OR o.answered_at >= to_timestamp($7::float8 / 1000), false)
      AS answers_others
), kept AS (
  INSERT INTO runtime.execution_wait AS w ${NEW_WAIT}
  SELECT ${newWait('o.id')} FROM outage o
  WHERE CASE WHEN EXISTS (SELECT FROM mine)
    THEN (SELECT NOT m.is_due AND m.rejections + o.answers_others::integer < ${MOST_REJECTIONS} FROM mine m)
    ELSE NOT o.is_full END
  ON CONFLICT (id) DO UPDATE SET outage_id = excluded.outage_id, answered_at = NULL, server_end = NULL,
    rejections = w.rejections + (SELECT o.answers_others::integer FROM outage o)
  RETURNING ${WAIT}
), told AS (
  SELECT ${notifySql('outages')} FROM outage o WHERE o.state IS DISTINCT FROM (SELECT k.state FROM known k)
)
SELECT w.*, t.told FROM (SELECT count(*) AS told FROM told) AS t LEFT JOIN kept AS w ON true`;

interface FailedRow extends WaitColumns {
  /** 1 if the server has another state now. */
  told: number;
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Asks whether a block may send, or records that it has failed; it waits if `end` is null. */
export async function askServer(asking: AskingBlock): Promise<AskedServer> {
  return asking.failure === null ? mayBegin(asking) : hasFailed(asking, asking.failure);
}

async function mayBegin(asking: AskingBlock): Promise<AskedServer> {
  const { id, executionId, workspaceId, step, origin, perSecond } = asking;
  const values = [id, executionId, workspaceId, step, origin];
  const ask = () => pool().query<AskRow>({ name: 'ask-server', text: ASK, values });
  const { rows } = await withDatabaseRetry(ask, { repeatable: true });
  const row = rows[0]!;
  const end = endNow(row);
  if (end === null && perSecond !== null && perSecond < (row.per_second ?? Number.POSITIVE_INFINITY)) {
    const lower = () => pool().query(LOWER_RATE, [row.known_id, perSecond]);
    await withDatabaseRetry(lower, { repeatable: true });
  }
  return answerOf(row, end);
}

/** Returns null for a block that waits. */
function endNow(row: AskRow): ServerWaitEnd | null {
  const { outage_id, server_end, started_ms, is_due, known_id, is_full } = row;
  if (outage_id === null)
    return is_full ? { how: 'refused' } : { how: 'open', isProbe: false, startedMs: null };
  if (server_end !== null) return endOf(server_end, started_ms);
  if (is_due === true) return { how: 'due' };
  return known_id === outage_id ? null : { how: 'open', isProbe: false, startedMs: started_ms };
}

async function hasFailed(
  asking: AskingBlock,
  failure: NonNullable<ServerWaitRequest['failure']>,
): Promise<AskedServer> {
  const { id, executionId, workspaceId, step, origin, perSecond } = asking;
  const { sinceMs, code, status, retryAfterMs } = failure;
  const of = [id, executionId, workspaceId, step, origin];
  const values = [...of, newId(), sinceMs, code, status, retryAfterMs, perSecond];
  const record = () => pool().query<FailedRow>({ name: 'server-failed', text: FAILED, values });
  try {
    const { rows } = await withDatabaseRetry(record, { repeatable: true });
    const row = rows[0]!;
    if (row.told > 0) notifyThisProcess('outages', '');
    return row.outage_id === null ? refused() : answerOf(row, null);
  } catch (error) {
    // Its workspace is being deleted, and the run with it.
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return refused();
    throw error;
  }
}

function refused(): AskedServer {
  const nowMs = Date.now();
  return { startedMs: nowMs, dueMs: nowMs, end: { how: 'refused' } };
}

function answerOf({ started_ms, due_ms }: WaitColumns, end: ServerWaitEnd | null): AskedServer {
  const nowMs = Date.now();
  return { startedMs: started_ms ?? nowMs, dueMs: due_ms ?? nowMs, end };
}

function endOf(end: NonNullable<WaitColumns['server_end']>, startedMs: number | null): ServerWaitEnd {
  if (end === 'due' || end === 'ended') return { how: end };
  return { how: 'open', isProbe: end === 'probe', startedMs };
}

const READ_END = `SELECT w.server_end, ${STARTED_MS} FROM runtime.execution_wait w WHERE w.id = $1`;

/** Returns the end of a wait; null while it lasts. */
export async function readServerEnd(id: string): Promise<ServerWaitEnd | null> {
  const read = () =>
    pool().query<Pick<WaitColumns, 'server_end' | 'started_ms'>>({
      name: 'read-server-end',
      text: READ_END,
      values: [id],
    });
  const { rows } = await withDatabaseRetry(read, { repeatable: true });
  const [row] = rows;
  return row === undefined || row.server_end === null ? null : endOf(row.server_end, row.started_ms);
}

const END = `UPDATE runtime.execution_wait SET answered_at = now(), server_end = $2
WHERE id = $1 AND outage_id IS NOT NULL AND answered_at IS NULL`;

/** Ends a wait from the side of its run: it is no longer counted, and no probe. */
export async function endServerWait(id: string, end: 'due' | 'ended'): Promise<void> {
  await withDatabaseRetry(() => pool().query(END, [id, end]), { repeatable: true });
}

const END_ALL = `UPDATE runtime.execution_wait SET answered_at = now(), server_end = 'ended'
WHERE execution_id = $1 AND outage_id IS NOT NULL AND answered_at IS NULL`;

/** Ends the waits of a run that was cancelled while it was parked. */
export async function endServerWaitsOf(executionId: string): Promise<void> {
  await withDatabaseRetry(() => pool().query(END_ALL, [executionId]), { repeatable: true });
}
