/**
 * A statement part that counts `source` (columns user_id, mode) into each plan holder's window of 60 s, which is anchored at its first
 * execution. Rows are locked in sorted order, so groups of several processes can't deadlock.
 */
export const COUNT_EXECUTIONS = (source: string): string => `
  INSERT INTO runtime.execution_window AS w (user_id, mode, window_start, count)
  SELECT user_id, mode, now(), count(*) FROM ${source} GROUP BY user_id, mode ORDER BY user_id, mode
  ON CONFLICT (user_id, mode) DO UPDATE SET
    count = excluded.count + CASE WHEN w.window_start > now() - interval '60 seconds' THEN w.count ELSE 0 END,
    window_start = CASE WHEN w.window_start > now() - interval '60 seconds' THEN w.window_start ELSE now() END`;
