/**
 * Returns the SQL condition for a start that must have its turn first: its workflow limits how many runs go
 * on at once, and it has not had one. What has begun goes on, what is cancelled ends, and people who try the
 * workflow in the editor don't wait.
 */
export const needsTurn = (execution: string): string => `(
  ${execution}.turn_at IS NULL AND ${execution}.started_at IS NULL AND NOT ${execution}.cancelled
  AND ${execution}.trigger <> 'manual' AND NOT ${isExpired(execution)}
  AND EXISTS (SELECT FROM runtime.run_limit l WHERE l.workflow_id = ${execution}.workflow_id
    AND (l.at_once IS NOT NULL OR l.per_key IS NOT NULL)))`;

/** Returns the SQL condition for a start whose time to live has passed before it began. */
export const isExpired = (execution: string): string => `(
  ${execution}.started_at IS NULL AND ${execution}.expires_at IS NOT NULL AND ${execution}.expires_at <= now())`;
