import { pool } from '../../platform/postgres/db';
import { systemAudit } from '../audit/system-audit';
import { PLAN_DAYS, planDays } from './retention-inventory';

const DAY_MS = 86_400_000;
/** Logs in one statement, so that none takes long or locks much. */
const BATCH = 500;

// Those that keep payloads for less time than their logs.
const READ_WORKSPACES = `
SELECT w.id, least(w.keep_payload_days, w.keep_log_days, r.days) AS days
FROM workspace w JOIN "user" u ON u.id = w.owner_id JOIN ${PLAN_DAYS.from('r')} ON r.plan = u.plan::text
WHERE w.keep_payload_days IS NOT NULL ORDER BY w.id`;

// In the order of the feed, in which runs end: each log is met once, also one whose run began long before. The first
// that ended too late ends the batch. Deliveries are kept for 30 days; a body that is still to be sent stays so long.
const CLEAR_BATCH = `
WITH walked AS MATERIALIZED (
  SELECT l.id, l.started_at, l.ended_at, l.seq, l.execution_id,
    bool_and(l.ended_at < to_timestamp($2::float8 / 1000)) OVER (ORDER BY l.seq) AS is_due
  FROM (
    SELECT * FROM runtime.log WHERE workspace_id = $1
      AND seq > coalesce((SELECT cleared_seq FROM runtime.payload_retention WHERE workspace_id = $1), 0)
    ORDER BY seq LIMIT ${BATCH}
  ) l
), due AS MATERIALIZED (
  SELECT * FROM walked WHERE is_due
), cleared AS (
  UPDATE runtime.log_payload p SET trace_spans = '[]', final_output = 'null', files = NULL, deleted_at = now()
  FROM due d WHERE p.log_id = d.id AND p.started_at = d.started_at
), files AS (
  DELETE FROM runtime.log_file f USING due d WHERE f.log_id = d.id AND f.started_at = d.started_at
), stored AS (
  DELETE FROM runtime.stored_file f USING due d WHERE f.log_id = d.id
), exact AS (
  DELETE FROM runtime.exact_result x USING due d WHERE x.log_id = d.id
), sent AS MATERIALIZED (
  SELECT v.id, v.event_id, v.created_at FROM runtime.webhook_delivery v JOIN due d ON v.execution_id = d.execution_id
  WHERE v.workspace_id = $1 AND d.ended_at > now() - interval '40 days' AND NOT EXISTS (
    SELECT FROM runtime.webhook_delivery o JOIN runtime.webhook_pending p ON p.delivery_id = o.id
    WHERE o.event_id = v.event_id AND o.created_at = v.created_at)
), bodies AS (
  UPDATE runtime.webhook_body b SET body = '', deleted_at = now()
  FROM (SELECT DISTINCT event_id, created_at FROM sent) s
  WHERE b.event_id = s.event_id AND b.created_at = s.created_at
), transformed AS (
  UPDATE runtime.webhook_delivery v SET body = NULL, content_type = NULL
  FROM sent s WHERE v.id = s.id AND v.created_at = s.created_at AND v.body IS NOT NULL
), answers AS (
  UPDATE runtime.webhook_attempt a SET response_body = NULL, response_truncated = true
  FROM sent s WHERE a.delivery_id = s.id AND a.created_at = s.created_at AND a.response_body IS NOT NULL
), noted AS (
  INSERT INTO runtime.payload_retention (workspace_id, cleared_seq)
  SELECT $1::uuid, max(seq) FROM due HAVING count(*) > 0
  ON CONFLICT (workspace_id) DO UPDATE SET cleared_seq = excluded.cleared_seq
)
SELECT count(*)::integer AS n FROM due`;

const NOTE_CLEARED = `
WITH cleared AS (SELECT id AS workspace_id FROM workspace WHERE id = $1)
${systemAudit({
  from: 'cleared',
  action: 'logs.payloads_deleted',
  target: '$3::text',
  detail: "jsonb_build_object('rows', $2::integer, 'reason', 'retention')",
})}`;

/**
 * Deletes the inputs, outputs, traces, files and delivered bodies of runs that ended before the days of their
 * workspace. Their logs stay. @returns how many
 */
export async function clearPayloads(signal: AbortSignal): Promise<number> {
  const { rows } = await pool().query<{ id: string; days: number }>(READ_WORKSPACES, planDays());
  let cleared = 0;
  for (const { id, days } of rows) cleared += await clearOf(id, Date.now() - days * DAY_MS, signal);
  return cleared;
}

async function clearOf(workspaceId: string, untilMs: number, signal: AbortSignal): Promise<number> {
  let cleared = 0;
  for (let batch = BATCH; batch === BATCH && !signal.aborted; cleared += batch) {
    const { rows } = await pool().query<{ n: number }>(CLEAR_BATCH, [workspaceId, untilMs]);
    batch = rows[0]?.n ?? 0;
  }
  const day = new Date(untilMs).toISOString().slice(0, 10);
  if (cleared > 0) await pool().query(NOTE_CLEARED, [workspaceId, cleared, day]);
  return cleared;
}
