import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId, newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole } from '../access/actor';
import { COMMENTS_SAY_SO, countWrite } from '../comments/change-thread';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findGroup, nameOfGroup } from './find-group';
import { type ErrorGroupComment, MAX_COMMENTS } from './schema';

interface CommentRow {
  id: string;
  text: string;
  created_at: Date;
  author_id: string | null;
  author_name: string | null;
}

const SELECT = Prisma.sql`
  SELECT c.id, c.text, c.created_at, u.id AS author_id, u.name AS author_name
  FROM runtime.error_group_comment c LEFT JOIN "user" u ON u.id = c.author_id`;

/** Lists the comments on a group, the oldest first. @throws AppError not_found */
export async function listErrorGroupComments(
  actor: Actor,
  { id }: { id: string },
): Promise<{ data: ErrorGroupComment[] }> {
  const group = await findGroup(actor, id, 'reader');
  const rows = await prisma().$queryRaw<CommentRow[]>`
    ${SELECT} WHERE c.group_id = ${group.id}::uuid ORDER BY c.created_at, c.id LIMIT ${MAX_COMMENTS}`;
  return { data: rows.map(toComment) };
}

interface NewComment {
  /** Id of the group. */
  id: string;
  text: string;
  requestKey: string;
}

/** @throws AppError not_found, forbidden, quota_exceeded, rate_limited */
export const commentOnErrorGroup = defineVerb({
  role: 'writer',
  quota: { none: 'A group has at most 200 comments, which are counted under the lock of the group.' },
  audit: { none: COMMENTS_SAY_SO },
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id: named, text, requestKey }: NewComment,
    change,
  ): Promise<{ data: ErrorGroupComment }> {
    countWrite(actor);
    const { id, workspace_id: workspaceId } = await findGroup(actor, named, 'writer');
    const comment = await change({ workspaceId }, async (tx) => {
      // Of two equal concurrent requests, the second finds the first one's comment.
      const locked = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM runtime.error_group WHERE id = ${id}::uuid FOR UPDATE`;
      if (locked.length === 0) throw new AppError('not_found', 'This error was deleted meanwhile.');
      const same = Prisma.sql`c.group_id = ${id}::uuid AND c.author_id = ${actor.userId}::uuid
        AND c.request_key = ${requestKey}`;
      const before = await tx.$queryRaw<CommentRow[]>`${SELECT} WHERE ${same}`;
      if (before.length === 0) await addComment(tx, actor, { id, text, requestKey });
      const [row] = await tx.$queryRaw<CommentRow[]>`${SELECT} WHERE ${same}`;
      return { result: row!, audit: null };
    });
    return { data: toComment(comment) };
  },
});

async function addComment(
  tx: Prisma.TransactionClient,
  { userId }: Actor,
  { id, text, requestKey }: NewComment,
): Promise<void> {
  const added = await tx.$executeRaw`
    INSERT INTO runtime.error_group_comment (id, group_id, author_id, text, request_key)
    SELECT ${newId()}::uuid, ${id}::uuid, ${userId}::uuid, ${text}, ${requestKey}
    WHERE (SELECT count(*) FROM runtime.error_group_comment WHERE group_id = ${id}::uuid) < ${MAX_COMMENTS}`;
  if (added === 0)
    throw new AppError(
      'quota_exceeded',
      `An error can have at most ${MAX_COMMENTS} comments. Delete some that are no longer needed.`,
    );
}

/** Deletes a comment. @throws AppError not_found, forbidden, rate_limited */
export const deleteErrorGroupComment = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: { actions: ['error_group.comment_deleted'], unless: 'people delete what they wrote themselves' },
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id: named, commentId }: { id: string; commentId: string },
    change,
  ): Promise<undefined> {
    countWrite(actor);
    const group = await findGroup(actor, named, 'writer');
    const { id, workspace_id: workspaceId } = group;
    const authorId = await authorOf(id, commentId);
    const isOwn = authorId === actor.userId;
    if (!isOwn && !hasRole(actor, workspaceId, 'admin'))
      throw new AppError('forbidden', 'Only who wrote a comment, or an admin, can delete it.');
    await change({ workspaceId }, async (tx) => {
      const count = await tx.$executeRaw`
        DELETE FROM runtime.error_group_comment WHERE id = ${commentId}::uuid AND group_id = ${id}::uuid`;
      const detail = { name: nameOfGroup(group), authorId };
      return { result: undefined, audit: count > 0 && !isOwn ? { target: id, detail } : null };
    });
  },
});

/** Returns the id of the comment's author; null once the account is gone. @throws AppError not_found */
async function authorOf(groupId: string, commentId: string): Promise<string | null> {
  const rows = isId(commentId)
    ? await prisma().$queryRaw<Array<{ author_id: string | null }>>`
        SELECT author_id FROM runtime.error_group_comment
        WHERE id = ${commentId}::uuid AND group_id = ${groupId}::uuid`
    : [];
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found', 'This comment was deleted.');
  return row.author_id;
}

const toComment = ({ id, text, created_at, author_id, author_name }: CommentRow): ErrorGroupComment => ({
  id,
  text,
  author: author_id === null ? null : { id: author_id, name: author_name ?? '' },
  createdAt: created_at.toISOString(),
});
