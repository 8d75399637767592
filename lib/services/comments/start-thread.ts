import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { findWorkflow } from '../workflows/find-workflow';
import { COMMENTS_SAY_SO, changeComments, countWrite, threadIn, touchThread } from './change-thread';
import { addMentions } from './keep-mentions';
import { mailMentions } from './mail-mentions';

export interface NewComment {
  /** Id of the workflow. */
  id: string;
  text: string;
  requestKey: string;
}

const ROOM = { inside: 'comments', why: 'a request that is sent again takes no room again' } as const;

/** @throws AppError not_found, forbidden, invalid_request, quota_exceeded, rate_limited */
export const startThread = defineVerb({
  role: 'writer',
  quota: ROOM,
  audit: { none: COMMENTS_SAY_SO },
  transaction: changeComments,
  async run(actor: Actor, { blockId, ...comment }: NewComment & { blockId: string | null }, change) {
    const { id: workflowId } = comment;
    countWrite(actor);
    const { workspaceId } = await findWorkflow(actor, workflowId, 'writer');
    const { told, ...thread } = await change({ workspaceId, workflowId }, async (tx) => {
      const written = await roomOrWritten(tx, actor, comment);
      if (written !== null) return { result: await onlyThread(tx, written), audit: null };
      const blockName = await nameOfBlock(tx, workflowId, blockId);
      const threadId = newId();
      await tx.commentThread.create({ data: { id: threadId, workflowId, blockId, blockName } });
      return { result: await addComment(tx, actor, { ...comment, threadId, workspaceId }), audit: null };
    });
    mailMentions(told);
    return thread;
  },
});

/** @throws AppError not_found, forbidden, quota_exceeded, rate_limited */
export const reply = defineVerb({
  role: 'writer',
  quota: ROOM,
  audit: { none: COMMENTS_SAY_SO },
  transaction: changeComments,
  async run(actor: Actor, { threadId, ...comment }: NewComment & { threadId: string }, change) {
    const { id: workflowId } = comment;
    countWrite(actor);
    const { workspaceId } = await findWorkflow(actor, workflowId, 'writer');
    const { told, ...thread } = await change({ workspaceId, workflowId }, async (tx) => {
      const written = await roomOrWritten(tx, actor, comment);
      if (written !== null) return { result: await onlyThread(tx, written), audit: null };
      await touchThread(tx, { id: workflowId, threadId });
      return { result: await addComment(tx, actor, { ...comment, threadId, workspaceId }), audit: null };
    });
    mailMentions(told);
    return thread;
  },
});

/** Returns the thread that the same request has already written to; else ensures room for one comment. */
async function roomOrWritten(
  tx: Prisma.TransactionClient,
  { userId: authorId }: Actor,
  { id: workflowId, requestKey }: NewComment,
): Promise<string | null> {
  const where = { authorId, requestKey, workflowId };
  const before = await tx.comment.findFirst({ where });
  if (before !== null) return before.threadId;
  // Also takes a lock: of two equal concurrent requests, the second finds the first one's comment.
  await requireRoomFor(tx, 'comments', workflowId);
  return (await tx.comment.findFirst({ where }))?.threadId ?? null;
}

/** Nobody is told again of what was written before. */
async function onlyThread(tx: Prisma.TransactionClient, threadId: string) {
  return { ...(await threadIn(tx, threadId)), told: { commentId: '', userIds: [] as string[] } };
}

async function addComment(
  tx: Prisma.TransactionClient,
  { userId: authorId }: Actor,
  comment: NewComment & { threadId: string; workspaceId: string },
) {
  const { id: workflowId, workspaceId, threadId, text, requestKey } = comment;
  const commentId = newId();
  await tx.comment.create({ data: { id: commentId, threadId, workflowId, authorId, text, requestKey } });
  const userIds = await addMentions(tx, { commentId, workspaceId, authorId, text });
  return { ...(await threadIn(tx, threadId)), told: { commentId, userIds } };
}

/** Locks the workflow, so that it isn't deleted meanwhile. @throws AppError not_found, invalid_request */
async function nameOfBlock(
  tx: Prisma.TransactionClient,
  workflowId: string,
  blockId: string | null,
): Promise<string | null> {
  const [row] = await tx.$queryRaw<Array<{ name: string | null }>>`
    SELECT document #>> ARRAY['blocks', ${blockId}, 'name'] AS name FROM workflow
    WHERE id = ${workflowId}::uuid AND deleted_at IS NULL FOR SHARE`;
  if (row === undefined) throw new AppError('not_found', 'Workflow not found.');
  if (blockId !== null && row.name === null)
    throw new AppError('invalid_request', 'This block is not in the workflow any more.');
  return row.name;
}
