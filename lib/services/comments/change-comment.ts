import { AppError } from '../../platform/errors';
import { type Actor, hasRole } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { COMMENTS_SAY_SO, changeComments, countWrite, threadIn, touchThread } from './change-thread';
import { findComment } from './find-thread';
import { changeMentions } from './keep-mentions';
import { mailMentions } from './mail-mentions';

interface CommentOf {
  /** Id of the workflow. */
  id: string;
  commentId: string;
}

/** @throws AppError not_found, forbidden, rate_limited */
export const resolveThread = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: { none: COMMENTS_SAY_SO },
  transaction: changeComments,
  async run(
    actor: Actor,
    { id, threadId, resolved }: { id: string; threadId: string; resolved: boolean },
    change,
  ) {
    countWrite(actor);
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    return change({ workspaceId, workflowId: id }, async (tx) => {
      await touchThread(tx, { id, threadId });
      // The first person to resolve it stays recorded.
      await tx.commentThread.updateMany({
        where: resolved ? { id: threadId, resolvedAt: null } : { id: threadId },
        data: resolved
          ? { resolvedAt: new Date(), resolvedById: actor.userId }
          : { resolvedAt: null, resolvedById: null },
      });
      return { result: await threadIn(tx, threadId), audit: null };
    });
  },
});

/** @throws AppError not_found, forbidden, rate_limited */
export const editComment = defineVerb({
  role: { none: 'Who wrote it may, while they are a writer: the verb asks for both.' },
  quota: { none: 'It adds none.' },
  audit: { none: COMMENTS_SAY_SO },
  transaction: changeComments,
  async run(actor: Actor, { id, commentId, text }: CommentOf & { text: string }, change) {
    countWrite(actor);
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    const { authorId, threadId, text: before } = await findComment(id, commentId);
    if (authorId !== actor.userId) throw new AppError('forbidden', 'Only who wrote a comment can edit it.');
    const written = { commentId, workspaceId, authorId: actor.userId, text };
    const { userIds, ...thread } = await change({ workspaceId, workflowId: id }, async (tx) => {
      await touchThread(tx, { id, threadId });
      const where = { id: commentId };
      const data = { text, editedAt: new Date() };
      // It may have been deleted elsewhere by then.
      const isEdited = text !== before && (await tx.comment.updateMany({ where, data })).count > 0;
      const told = isEdited ? await changeMentions(tx, written) : [];
      return { result: { ...(await threadIn(tx, threadId)), userIds: told }, audit: null };
    });
    mailMentions({ commentId, userIds });
    return thread;
  },
});

/** Deletes a comment; the last one with its thread. @throws AppError not_found, forbidden, rate_limited */
export const deleteComment = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: { actions: ['comment.deleted'], unless: 'people delete what they wrote themselves' },
  transaction: changeComments,
  async run(actor: Actor, { id, commentId }: CommentOf, change): Promise<undefined> {
    countWrite(actor);
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    const { authorId, threadId } = await findComment(id, commentId);
    const isOwn = authorId === actor.userId;
    if (!isOwn && !hasRole(actor, workspaceId, 'admin'))
      throw new AppError('forbidden', 'Only who wrote a comment, or an admin, can delete it.');
    await change({ workspaceId, workflowId: id }, async (tx) => {
      await touchThread(tx, { id, threadId });
      const { count } = await tx.comment.deleteMany({ where: { id: commentId } });
      if ((await tx.comment.count({ where: { threadId } })) === 0)
        await tx.commentThread.delete({ where: { id: threadId } });
      return { result: undefined, audit: count > 0 && !isOwn ? { target: id, detail: { authorId } } : null };
    });
  },
});
