import { pool } from '../../../platform/postgres/db';
import { notifySql } from '../../../platform/postgres/notify';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { LARGE_BYTES } from '../isolated/large-values';
import { holdOf, keeps, LET_GO } from './hold-sql';

/** Rows of each line in one statement. */
const MAX_CAUGHT = 2_000;
/** Rows that one statement returns to the queue. */
const MAX_RETURNED = 500;
/** Missing holds that one statement looks at. */
const MAX_LOST = 100;

const { queued: QUEUED, held: HELD, waiting: WAITING } = QUEUE_STATE.sql;

// Each line of the queue has an index of its own, so each is asked by itself. Of two holds that keep a row it
// waits for the same one as after a claim.
const queuedIn = (line: string, size: string): string =>
  keptAmong(line, `e.state = ${QUEUED} AND octet_length(e.input) ${size} ${LARGE_BYTES}`);

const keptAmong = (line: string, which: string): string => `${line} AS MATERIALIZED (
  SELECT e.id, h.id AS hold_id FROM runtime.hold h
  JOIN runtime.execution e ON ${keeps('h', 'e')}
  WHERE ${which} AND h.id = ${holdOf('e')}
  LIMIT ${MAX_CAUGHT} FOR UPDATE OF e SKIP LOCKED
)`;

// Also what waits for its turn, unless its caller does too: it lines up again after the release.
const CATCH = `
WITH ${queuedIn('small', '<')}, ${queuedIn('large', '>=')},
${keptAmong('waits', `e.state = ${WAITING} AND e.waiter IS NULL`)},
caught AS (
  UPDATE runtime.execution e SET state = ${HELD}, hold_id = f.hold_id, turn_at = NULL
  FROM (SELECT * FROM small UNION ALL SELECT * FROM large UNION ALL SELECT * FROM waits) AS f
  WHERE e.id = f.id
  RETURNING e.id
)
SELECT count(*)::integer AS caught FROM caught`;

/**
 * Takes what holds keep out of the queue, so that it is counted among what waits although no process has room
 * to claim it. Claiming does the same to what this leaves. @returns how many
 */
export async function catchQueued(): Promise<number> {
  const { rows } = await pool().query<{ caught: number }>({ name: 'catch-queued', text: CATCH });
  return rows[0]?.caught ?? 0;
}

// A loose index scan: one probe for each hold that something waits for, however much does.
const RETURN_LOST = `
WITH RECURSIVE named (id) AS (
  (SELECT e.hold_id FROM runtime.execution e WHERE e.state = ${HELD} ORDER BY e.hold_id LIMIT 1)
  UNION ALL
  SELECT (SELECT e.hold_id FROM runtime.execution e
    WHERE e.state = ${HELD} AND e.hold_id > n.id ORDER BY e.hold_id LIMIT 1)
  FROM named n WHERE n.id IS NOT NULL
), lost AS MATERIALIZED (
  SELECT n.id FROM named n WHERE n.id IS NOT NULL AND NOT EXISTS (SELECT FROM runtime.hold h WHERE h.id = n.id)
  LIMIT ${MAX_LOST}
), returned AS (
  UPDATE runtime.execution e SET ${LET_GO} WHERE e.id = ANY (ARRAY(
    SELECT w.id FROM runtime.execution w WHERE w.state = ${HELD} AND w.hold_id = ANY (ARRAY(SELECT id FROM lost))
    ORDER BY w.accepted_at, w.id LIMIT ${MAX_RETURNED} FOR UPDATE SKIP LOCKED))
  RETURNING e.id
), told AS (SELECT ${notifySql('queue')} WHERE EXISTS (SELECT FROM returned))
SELECT (SELECT count(*) FROM returned)::integer AS returned, (SELECT count(*) FROM told)`;

/**
 * Queues what waits for a hold that is gone: a claim that had seen it took them just as it ended. @returns
 * how many
 */
export async function returnLost(): Promise<number> {
  const { rows } = await pool().query<{ returned: number }>({ name: 'return-lost-held', text: RETURN_LOST });
  return rows[0]?.returned ?? 0;
}
