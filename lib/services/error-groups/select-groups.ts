import type { ErrorGroup, ErrorGroupState } from './schema';

// A person who has left the workspace is no longer named as its assignee.
export const SELECT_GROUPS = `
SELECT g.id, g.workspace_id, g.workflow_id, w.name AS workflow_name, g.block_id, g.block_name, g.code, g.shape,
  g.message, g.n, g.first_seen_at, g.last_seen_at, g.last_log_id, g.state, g.state_at, s.id AS state_by_id,
  s.name AS state_by_name, g.resolved_version, g.ignored_until, g.reopened_at, a.id AS assignee_id,
  a.name AS assignee_name,
  (SELECT count(*) FROM runtime.error_group_tag t WHERE t.group_id = g.id) AS tags,
  (SELECT count(*) FROM runtime.error_group_comment c WHERE c.group_id = g.id) AS comments
FROM runtime.error_group g
JOIN workflow w ON w.id = g.workflow_id AND w.deleted_at IS NULL
LEFT JOIN "user" s ON s.id = g.state_by
LEFT JOIN membership m ON m.workspace_id = g.workspace_id AND m.user_id = g.assignee_id
LEFT JOIN "user" a ON a.id = m.user_id`;

export interface GroupRow {
  id: string;
  workspace_id: string;
  workflow_id: string;
  workflow_name: string;
  block_id: string | null;
  block_name: string | null;
  code: string;
  shape: string;
  message: string;
  n: number;
  first_seen_at: Date;
  last_seen_at: Date;
  last_log_id: string;
  state: ErrorGroupState;
  state_at: Date | null;
  state_by_id: string | null;
  state_by_name: string | null;
  resolved_version: number | null;
  ignored_until: Date | null;
  reopened_at: Date | null;
  assignee_id: string | null;
  assignee_name: string | null;
  tags: number;
  comments: number;
}

export const toGroup = (row: GroupRow): ErrorGroup => ({
  id: row.id,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  blockId: row.block_id,
  blockName: row.block_name,
  code: row.code,
  shape: row.shape,
  message: row.message,
  count: row.n,
  firstSeenAt: row.first_seen_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  lastLogId: row.last_log_id,
  state: row.state,
  stateChangedAt: row.state_at?.toISOString() ?? null,
  stateChangedBy: personOf(row.state_by_id, row.state_by_name),
  resolvedInVersion: row.resolved_version,
  ignoredUntil: row.ignored_until?.toISOString() ?? null,
  reopenedAt: row.reopened_at?.toISOString() ?? null,
  assignee: personOf(row.assignee_id, row.assignee_name),
  tags: row.tags,
  comments: row.comments,
});

const personOf = (id: string | null, name: string | null): ErrorGroup['assignee'] =>
  id === null ? null : { id, name: name ?? '' };
