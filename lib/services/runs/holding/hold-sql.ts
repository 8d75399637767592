import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { isExpired } from '../turns/turn-sql';

/**
 * The assignments that queue what a hold kept, as those that wake a parked run: its time in the queue counts
 * from `wake_at`.
 */
export const LET_GO = `state = ${QUEUE_STATE.sql.queued}, hold_id = NULL, wake_at = now()`;

/**
 * The holds (`h`) that keep an execution from starting, as a condition on their rows and that of an
 * execution: those of its workflow or of its whole workspace, unless they are being released and have come
 * past it.
 */
export const keeps = (hold: string, execution: string): string => `
${hold}.workspace_id = ${execution}.workspace_id
AND (${hold}.workflow_id IS NULL OR ${hold}.workflow_id = ${execution}.workflow_id)
AND (${hold}.released_through IS NULL OR ${execution}.accepted_at > ${hold}.released_through)`;

/**
 * The condition for an execution that any hold may keep. What has begun goes on, what is cancelled or too old
 * ends, and people who try a held workflow in the editor are not kept waiting.
 */
const mayBeHeld = (execution: string): string =>
  `${execution}.started_at IS NULL AND NOT ${execution}.cancelled AND NOT ${isExpired(execution)}
  AND ${execution}.trigger <> 'manual'`;

/** Returns an SQL expression for the id of the hold that keeps that execution; null if it may start. */
export const holdOf = (execution: string): string => `(
  SELECT h.id FROM runtime.hold h WHERE ${mayBeHeld(execution)} AND ${keeps('h', execution)}
  ORDER BY h.workflow_id NULLS FIRST LIMIT 1)`;
