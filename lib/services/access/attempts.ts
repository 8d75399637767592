import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import { unnestRows } from '../../platform/postgres/unnest-rows';

/** A burst of attempts, then a number per minute. */
export interface Allowance {
  burst: number;
  perMinute: number;
}

/** The key of one counter: attempts of one kind under one name (an address, an e-mail). */
export interface Attempts {
  kind: string;
  name: string;
  allowance: Allowance;
}

const MINUTE_MS = 60_000;

const BUCKETS = unnestRows<Attempts>([
  { column: 'name', type: 'bytea', of: hashOf },
  { column: 'burst', type: 'integer', of: ({ allowance }) => allowance.burst },
  { column: 'each_ms', type: 'float8', of: ({ allowance }) => MINUTE_MS / allowance.perMinute },
]);

// A bucket's row is locked while it is counted, so the count is exact over all processes; rows are locked
// in sorted order, so two callers can't deadlock. Refused attempts are not counted.
const ONE_MORE = `(excluded.full_at - now())`;
const NOT_FULL_FOR = `(greatest(b.full_at, now()) - now())`;
const IS_GRANTED = `${NOT_FULL_FOR} <= (excluded.burst - 1) * ${ONE_MORE}`;
const TAKE = `
WITH taken AS (
  INSERT INTO runtime.attempt_bucket AS b (name, burst, full_at, granted)
  SELECT name, burst, now() + each_ms * interval '1 millisecond', true
  FROM (SELECT * FROM ${BUCKETS.from('t')} ORDER BY name) AS asked
  ON CONFLICT (name) DO UPDATE SET
    granted = ${IS_GRANTED},
    full_at = CASE WHEN ${IS_GRANTED} THEN now() + ${NOT_FULL_FOR} + ${ONE_MORE} ELSE b.full_at END
  RETURNING granted
)
SELECT bool_and(granted) AS granted FROM taken`;

const TOO_MANY = 'Too many attempts. Wait a minute, then try again.';

/** Counts one attempt in each bucket. @throws AppError rate_limited when any bucket is exhausted */
export async function countAttempt(attempts: readonly Attempts[], refusal = TOO_MANY): Promise<void> {
  const { rows } = await pool().query<{ granted: boolean }>({
    name: 'count-attempt',
    text: TAKE,
    values: BUCKETS.values(attempts),
  });
  if (rows[0]?.granted === true) return;
  throw new AppError('rate_limited', refusal, { headers: { 'retry-after': '60' } });
}

/** Takes the last attempt back, so that it doesn't count. */
export async function giveBackAttempt(attempts: readonly Attempts[]): Promise<void> {
  await pool().query({
    name: 'give-back-attempt',
    text: `UPDATE runtime.attempt_bucket b SET full_at = b.full_at - t.each_ms * interval '1 millisecond'
      FROM ${BUCKETS.from('t')} WHERE b.name = t.name`,
    values: BUCKETS.values(attempts),
  });
}

/** Deletes the bucket, as if there had been no attempts. */
export async function forgetAttempts(attempts: Attempts): Promise<void> {
  await pool().query('DELETE FROM runtime.attempt_bucket WHERE name = $1', [hashOf(attempts)]);
}

/** Deletes full buckets, which are equivalent to new ones. */
export async function deleteFullBuckets(): Promise<void> {
  await pool().query('DELETE FROM runtime.attempt_bucket WHERE full_at <= now()');
}

function hashOf({ kind, name }: Attempts): Buffer {
  return createHash('sha256').update(`${kind} ${name}`).digest();
}
