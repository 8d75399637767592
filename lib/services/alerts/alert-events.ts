import { AppError } from '../../platform/errors';
import { behindPlace, exactCursor, microsOf, pageOf, readExactCursor } from '../../platform/http/time-cursor';
import { pool } from '../../platform/postgres/db';
import type { AlertEvent } from './schema';

const EVENTS = `SELECT id, kind, at, ${microsOf('at')} AS micros, summary, attempts, problem, sent_at IS NOT NULL AS sent,
  failed_at IS NOT NULL AS failed FROM runtime.alert_event`;

interface EventRow extends Pick<AlertEvent, 'id' | 'kind' | 'summary' | 'attempts' | 'problem'> {
  at: Date;
  micros: string;
  sent: boolean;
  failed: boolean;
}

const toEvent = ({ at, micros: _, sent, failed, ...row }: EventRow): AlertEvent => ({
  ...row,
  at: at.toISOString(),
  state: sent ? 'sent' : failed ? 'failed' : 'pending',
});

const EVENTS_BEHIND = `${EVENTS} WHERE rule_id = $1
  AND ${behindPlace('at', 'id', '$2', '$3')}
ORDER BY at DESC, id DESC LIMIT $4`;

/** Returns events of a rule, newest first, and the cursor behind them. @throws AppError cursor_invalid */
export async function eventsOf(
  ruleId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ data: AlertEvent[]; nextCursor: string | null }> {
  const { micros, id } = readExactCursor(cursor);
  const { rows } = await pool().query<EventRow>(EVENTS_BEHIND, [ruleId, micros, id, limit + 1]);
  const { page, nextCursor } = pageOf(rows, limit, (row) => exactCursor(row.micros, row.id));
  return { data: page.map(toEvent), nextCursor };
}

/** @throws AppError not_found when its rule has been deleted meanwhile */
export async function eventOf(id: string): Promise<AlertEvent> {
  const { rows } = await pool().query<EventRow>(`${EVENTS} WHERE id = $1`, [id]);
  if (rows[0] === undefined) throw new AppError('not_found', 'The alert has been deleted meanwhile.');
  return toEvent(rows[0]);
}

/** Returns for each rule the problem of its last event; rules without events are left out. */
export async function lastProblems(ids: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await pool().query<{ rule_id: string; problem: string | null }>(
    `SELECT e.* FROM unnest($1::uuid[]) AS r(id) CROSS JOIN LATERAL (
       SELECT rule_id, problem FROM runtime.alert_event WHERE rule_id = r.id ORDER BY at DESC LIMIT 1) e`,
    [ids],
  );
  return new Map(rows.map(({ rule_id, problem }) => [rule_id, problem]));
}
