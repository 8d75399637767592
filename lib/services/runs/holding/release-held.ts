import { pool } from '../../../platform/postgres/db';
import { notifySql } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { LET_GO } from './hold-sql';

/** The most runs that one step releases. */
const MAX_STEP = 500;
/** Steps a minute, at most, of a release with a rate: a higher rate makes them larger. */
const STEPS_A_MINUTE = 240;
/** Holds that one look takes on. */
const MAX_LOOKED_AT = 100;

const { held: HELD } = QUEUE_STATE.sql;

const LOOK = `
SELECT (SELECT count(*) FROM (SELECT FROM runtime.hold LIMIT 1) AS any_of_them)::integer AS holds,
  ARRAY(SELECT h.id::text FROM runtime.hold h WHERE h.next_release_at <= clock_timestamp()
    ORDER BY h.next_release_at LIMIT ${MAX_LOOKED_AT}) AS due,
  (SELECT extract(epoch FROM min(h.next_release_at) - clock_timestamp()) * 1000 FROM runtime.hold h
    WHERE h.next_release_at > clock_timestamp())::float8 AS next_ms`;

/** The holds as they are now. */
interface LookAtHolds {
  /** True if there is any. */
  isAny: boolean;
  /** Ids of those whose next runs are due. */
  due: readonly string[];
  /** Milliseconds until the next of the others is due; infinite if none will be. */
  nextMs: number;
}

export async function lookAtHolds(): Promise<LookAtHolds> {
  const { rows } = await pool().query<{ holds: number; due: string[]; next_ms: number | null }>({
    name: 'look-at-holds',
    text: LOOK,
  });
  const { holds = 0, due = [], next_ms: nextMs = null } = rows[0] ?? {};
  return { isAny: holds > 0, due, nextMs: nextMs ?? Number.POSITIVE_INFINITY };
}

// The mark `released_through` moves in the statement that queues the rows, so no claim sees one without the
// other. A hold that nothing waits for any more has ended. One that somebody holds again meanwhile has no
// time that is due. What was late is not made up for: a rate is what the other side can bear.
const RELEASE = `
WITH hold AS MATERIALIZED (
  SELECT h.id, h.per_minute,
    CASE WHEN h.per_minute IS NULL THEN ${MAX_STEP}
      ELSE greatest(1, least(${MAX_STEP}, h.per_minute / ${STEPS_A_MINUTE})) END AS room
  FROM runtime.hold h WHERE h.id = $1 AND h.next_release_at <= clock_timestamp()
  FOR UPDATE OF h SKIP LOCKED
), next AS MATERIALIZED (
  SELECT e.id, e.accepted_at FROM runtime.execution e
  WHERE e.state = ${HELD} AND e.hold_id = (SELECT id FROM hold)
  ORDER BY e.accepted_at, e.id LIMIT (SELECT room FROM hold) FOR UPDATE OF e
), released AS (
  UPDATE runtime.execution e SET ${LET_GO}
  WHERE e.id = ANY (ARRAY(SELECT id FROM next)) RETURNING e.id
), moved AS (
  UPDATE runtime.hold h SET
    released_through = greatest(h.released_through, (SELECT max(accepted_at) FROM next)),
    next_release_at = CASE WHEN h.per_minute IS NULL THEN clock_timestamp()
      ELSE clock_timestamp() + (SELECT count(*) FROM next) * interval '1 minute' / h.per_minute END
  FROM hold WHERE h.id = hold.id AND EXISTS (SELECT FROM next)
), ended AS (
  DELETE FROM runtime.hold h USING hold WHERE h.id = hold.id AND NOT EXISTS (SELECT FROM next)
), told AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM released))
SELECT (SELECT count(*) FROM released)::integer AS released, (SELECT count(*) FROM told),
  coalesce((SELECT per_minute IS NULL FROM hold), false) AS is_at_once`;

/** Releases the next runs of a hold, the oldest first, or ends it. @returns true if more are due already */
export async function releaseNext(holdId: string): Promise<boolean> {
  const { rows } = await pool().query<{ released: number; is_at_once: boolean }>({
    name: 'release-held',
    text: RELEASE,
    values: [holdId],
  });
  const [step] = rows;
  return step?.is_at_once === true && step.released > 0;
}
