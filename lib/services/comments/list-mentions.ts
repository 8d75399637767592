import { behindPlace, exactCursor, microsOf, pageOf, readExactCursor } from '../../platform/http/time-cursor';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import type { Mention } from './schema';

const MAX_LISTED = 100;
const SHOWN_CHARACTERS = 300;

// One statement, because every page counts what is new in it.
const NEWEST = `
SELECT m.comment_id, m.created_at, ${microsOf('m.created_at')} AS micros, m.seen_at, c.thread_id, left(c.text, ${SHOWN_CHARACTERS}) AS text,
  c.author_id, u.name AS author_name, t.block_name, w.id AS workflow_id, w.name AS workflow_name,
  s.id AS workspace_id, s.name AS workspace_name
FROM comment_mention m
JOIN comment c ON c.id = m.comment_id
JOIN comment_thread t ON t.id = c.thread_id
JOIN workflow w ON w.id = c.workflow_id AND w.deleted_at IS NULL
JOIN workspace s ON s.id = w.workspace_id
LEFT JOIN "user" u ON u.id = c.author_id
WHERE m.user_id = $1 AND w.workspace_id = ANY ($2::uuid[])
  AND ${behindPlace('m.created_at', 'm.comment_id', '$3', '$4')}
ORDER BY m.created_at DESC, m.comment_id DESC LIMIT $5`;

interface AskedMentions {
  workspaceId?: string | undefined;
  limit?: number;
  cursor?: string | undefined;
}

interface MentionRow {
  comment_id: string;
  micros: string;
  created_at: Date;
  seen_at: Date | null;
  thread_id: string;
  text: string;
  author_id: string | null;
  author_name: string | null;
  block_name: string | null;
  workflow_id: string;
  workflow_name: string;
  workspace_id: string;
  workspace_name: string;
}

/**
 * Lists the newest comments that name the actor, of one workspace or of all theirs. What they lost access to
 * is left out. @throws AppError forbidden
 */
export async function listMentions(
  actor: Actor,
  { workspaceId, limit = MAX_LISTED, cursor }: AskedMentions,
): Promise<{ data: Mention[]; hasMore: boolean; nextCursor: string | null }> {
  if (workspaceId !== undefined) requireRole(actor, workspaceId, 'reader');
  const behind = readExactCursor(cursor);
  const workspaceIds = workspaceId === undefined ? [...actor.roles.keys()] : [workspaceId];
  const { rows } = await pool().query<MentionRow>({
    name: 'list-mentions',
    text: NEWEST,
    values: [actor.userId, workspaceIds, behind.micros, behind.id, limit + 1],
  });
  const { page, nextCursor } = pageOf(rows, limit, (row) => exactCursor(row.micros, row.comment_id));
  return { data: page.map(mentionOf), hasMore: nextCursor !== null, nextCursor };
}

const mentionOf = (row: MentionRow): Mention => ({
  commentId: row.comment_id,
  threadId: row.thread_id,
  blockName: row.block_name,
  author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
  text: row.text,
  workspaceId: row.workspace_id,
  workspaceName: row.workspace_name,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  createdAt: row.created_at.toISOString(),
  seenAt: row.seen_at?.toISOString() ?? null,
});
