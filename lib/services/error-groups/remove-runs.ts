import type { RemoveRuns } from '../tables/define-tables';

/** Failures being grouped are committed then, and those of the deleted logs are not grouped any more. */
export const lockGrouping: RemoveRuns = (tx, { workspaceId }) => tx.$executeRaw`
  INSERT INTO runtime.error_group_progress AS p (workspace_id)
  SELECT workspace_id FROM runtime.workspace_feed WHERE workspace_id = ${workspaceId}::uuid
  ON CONFLICT (workspace_id) DO UPDATE SET seq = p.seq`;

/** Takes the runs out of the counts of their tags; a tag that no other run has is forgotten. */
export const subtractTags: RemoveRuns = (tx, { workspaceId, logIds }) => tx.$executeRaw`
  WITH s AS MATERIALIZED (
    SELECT r.group_id, t.tag, count(*) AS n FROM runtime.log l
    JOIN runtime.error_group_run r ON r.log_id = l.id AND r.started_at = l.started_at
    CROSS JOIN LATERAL unnest(l.tags) AS t (tag)
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = ANY (${logIds}::uuid[]) GROUP BY 1, 2
  ), emptied AS (
    DELETE FROM runtime.error_group_tag g USING s WHERE g.group_id = s.group_id AND g.tag = s.tag AND g.n <= s.n
  )
  UPDATE runtime.error_group_tag g SET n = g.n - s.n
  FROM s WHERE g.group_id = s.group_id AND g.tag = s.tag AND g.n > s.n`;

export const removeRunsOfGroups: RemoveRuns = (tx, { logIds }) =>
  tx.$executeRaw`DELETE FROM runtime.error_group_run WHERE log_id = ANY (${logIds}::uuid[])`;

/** A group goes with the last log of its runs, as it does with retention. */
export const removeEmptyGroups: RemoveRuns = (tx, { workspaceId, logIds }) => tx.$executeRaw`
  DELETE FROM runtime.error_group g
  WHERE g.workspace_id = ${workspaceId}::uuid AND g.last_log_id = ANY (${logIds}::uuid[])
    AND NOT EXISTS (SELECT FROM runtime.error_group_run r WHERE r.group_id = g.id)`;

/** The message was that of a deleted run; what all runs of the group have in common stands in. */
export const forgetLastRuns: RemoveRuns = (tx, { workspaceId, logIds }) => tx.$executeRaw`
  UPDATE runtime.error_group g SET last_log_id = n.log_id, message = g.shape
  FROM runtime.error_group o CROSS JOIN LATERAL (
    SELECT r.log_id FROM runtime.error_group_run r WHERE r.group_id = o.id
    ORDER BY r.started_at DESC, r.log_id DESC LIMIT 1
  ) n
  WHERE o.workspace_id = ${workspaceId}::uuid AND o.last_log_id = ANY (${logIds}::uuid[]) AND g.id = o.id`;
