import type { Pool } from 'pg';
import { unnestRows } from '../../platform/postgres/unnest-rows';
import type { Plan } from './plans';
import type { CustomLimits } from './schema';

export const RATE_WINDOW_MS = 60_000;

/** The uses that a plan limits per minute: synchronous and asynchronous executions, calls of the logs API. */
export type RateKind = 'sync' | 'async' | 'logs';

export interface Uses {
  holderId: string;
  kind: RateKind;
  count: number;
}

/** A holder's window after the uses were counted. */
export interface CountedWindow {
  user_id: string;
  kind: RateKind;
  window_start: Date;
  count: number;
  /** The database's clock. */
  now: Date;
  plan: Plan;
  custom_limits: CustomLimits | null;
  /** The cost of this month, in USD. */
  cost: number;
}

const IS_OPEN = `w.window_start > now() - interval '60 seconds'`;

const USES = unnestRows<Uses>([
  { column: 'user_id', type: 'uuid', of: (use) => use.holderId },
  { column: 'kind', type: 'text', of: (use) => use.kind },
  { column: 'n', type: 'integer', of: (use) => use.count },
]);

// A window is anchored at its first use. Its row's lock makes the count exact over all processes; rows are
// locked in sorted order, so groups can't deadlock. Refused uses are counted too, which has no effect: the
// end of the window stays the same.
const COUNT_USES = `
WITH counted AS (
  INSERT INTO runtime.rate_window AS w (user_id, kind, window_start, count)
  SELECT user_id, kind, now(), n FROM (SELECT * FROM ${USES.from('t')} ORDER BY user_id, kind) AS asked
  ON CONFLICT (user_id, kind) DO UPDATE SET
    count = excluded.count + CASE WHEN ${IS_OPEN} THEN w.count ELSE 0 END,
    window_start = CASE WHEN ${IS_OPEN} THEN w.window_start ELSE excluded.window_start END
  RETURNING user_id, kind, window_start, count
)
SELECT c.*, clock_timestamp() AS now, coalesce(u.plan, 'free') AS plan, u.custom_limits,
  coalesce(m.cost, 0) AS cost
FROM counted c
LEFT JOIN "user" u ON u.id = c.user_id
LEFT JOIN runtime.usage_month m
       ON m.user_id = c.user_id AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/** Counts uses, at most one entry for each holder and kind. The counts tell whether the uses were allowed. */
export async function countUses(db: Pool, uses: readonly Uses[]): Promise<CountedWindow[]> {
  const { rows } = await db.query<CountedWindow>({
    name: 'count-uses',
    text: COUNT_USES,
    values: USES.values(uses),
  });
  return rows;
}
