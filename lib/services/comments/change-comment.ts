import { AppError } from '../../platform/errors';
import { type Actor, hasRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { findWorkflow } from '../workflows/find-workflow';
import { changeComments, countWrite, threadIn, touchThread } from './change-thread';
import { findComment } from './find-thread';

interface CommentOf {
  /** Of the workflow. */
  id: string;
  commentId: string;
}

/** @throws AppError not_found, forbidden, rate_limited */
export async function resolveThread(
  actor: Actor,
  { id, threadId, resolved }: { id: string; threadId: string; resolved: boolean },
) {
  countWrite(actor);
  await findWorkflow(actor, id, 'writer');
  return changeComments(id, async (tx) => {
    await touchThread(tx, { id, threadId });
    // Who resolved it first did.
    await tx.commentThread.updateMany({
      where: resolved ? { id: threadId, resolvedAt: null } : { id: threadId },
      data: resolved
        ? { resolvedAt: new Date(), resolvedById: actor.userId }
        : { resolvedAt: null, resolvedById: null },
    });
    return threadIn(tx, threadId);
  });
}

/** @throws AppError not_found, forbidden, rate_limited */
export async function editComment(actor: Actor, { id, commentId, text }: CommentOf & { text: string }) {
  countWrite(actor);
  await findWorkflow(actor, id, 'writer');
  const { authorId, threadId, text: before } = await findComment(id, commentId);
  if (authorId !== actor.userId) throw new AppError('forbidden', 'Only who wrote a comment can edit it.');
  return changeComments(id, async (tx) => {
    await touchThread(tx, { id, threadId });
    // By then it may have been deleted elsewhere.
    if (text !== before)
      await tx.comment.updateMany({ where: { id: commentId }, data: { text, editedAt: new Date() } });
    return threadIn(tx, threadId);
  });
}

/** A thread goes with its last comment. @throws AppError not_found, forbidden, rate_limited */
export async function deleteComment(actor: Actor, { id, commentId }: CommentOf): Promise<void> {
  countWrite(actor);
  const { workspaceId } = await findWorkflow(actor, id, 'writer');
  const { authorId, threadId } = await findComment(id, commentId);
  const isOwn = authorId === actor.userId;
  if (!isOwn && !hasRole(actor, workspaceId, 'admin'))
    throw new AppError('forbidden', 'Only who wrote a comment, or an admin, can delete it.');
  await changeComments(id, async (tx) => {
    await touchThread(tx, { id, threadId });
    const { count } = await tx.comment.deleteMany({ where: { id: commentId } });
    if (count > 0 && !isOwn)
      await recordAudit(tx, actor, {
        ...{ workspaceId, action: 'comment.deleted', target: id, detail: { authorId } },
      });
    if ((await tx.comment.count({ where: { threadId } })) === 0)
      await tx.commentThread.delete({ where: { id: threadId } });
  });
}
