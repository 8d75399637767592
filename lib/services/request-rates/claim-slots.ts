import { pool, relaxedPool } from '../../platform/postgres/db';

/**
 * Slots are claimed this far ahead: far enough for few round trips, near enough that a `Retry-After` soon
 * applies to all processes.
 */
export const HORIZON_MS = 250;

export interface Server {
  workspaceId: string;
  /** Scheme, host and port. */
  origin: string;
}

export interface Slots {
  /** 0 while the next slot is beyond the horizon. */
  count: number;
  /** Milliseconds until the first slot, or until the next one available. */
  inMs: number;
}

// The new values are computed after the row is locked, so the clock is read then.
const CLAIM = `
INSERT INTO runtime.request_rate AS r (workspace_id, origin, first_at, slots, next_at)
VALUES ($1, $2, clock_timestamp(), 1, clock_timestamp() + $3::float8 * interval '1 ms')
ON CONFLICT (workspace_id, origin) DO UPDATE SET (first_at, slots, next_at) = (
  SELECT s.first_at, s.slots, s.first_at + s.slots * $3::float8 * interval '1 ms'
  FROM (
    SELECT f.first_at, least($4::integer, greatest(0, 1 + floor(
      (${HORIZON_MS} - 1000 * extract(epoch FROM f.first_at - f.now)) / $3::float8)))::integer AS slots
    FROM (SELECT greatest(r.next_at, n.now) AS first_at, n.now
          FROM (SELECT clock_timestamp() AS now OFFSET 0) n OFFSET 0) f
    OFFSET 0
  ) s
)
RETURNING slots, (extract(epoch FROM first_at - clock_timestamp()) * 1000)::float8 AS in_ms`;

const HOLD = `
INSERT INTO runtime.request_rate AS r (workspace_id, origin, first_at, slots, next_at)
VALUES ($1, $2, now(), 0, now() + $3::float8 * interval '1 ms')
ON CONFLICT (workspace_id, origin) DO UPDATE SET next_at = greatest(r.next_at, EXCLUDED.next_at)`;

const FORGET = `DELETE FROM runtime.request_rate WHERE next_at < now() - interval '1 hour'`;

/** Claims the next times at which a request may be sent, `intervalMs` apart. */
export async function claimSlots(
  { workspaceId, origin }: Server,
  { intervalMs, wanted }: { intervalMs: number; wanted: number },
): Promise<Slots> {
  const { rows } = await relaxedPool().query<{ slots: number; in_ms: number }>({
    name: 'claim-slots',
    text: CLAIM,
    values: [workspaceId, origin, intervalMs, wanted],
  });
  const { slots, in_ms } = rows[0]!;
  return { count: slots, inMs: in_ms };
}

/** Blocks slots for this long, in every process. */
export async function holdSlots({ workspaceId, origin }: Server, ms: number): Promise<void> {
  await relaxedPool().query(HOLD, [workspaceId, origin, ms]);
}

/** Deletes rates that were not used for a while. */
export async function forgetIdleRates(): Promise<void> {
  await pool().query(FORGET);
}
