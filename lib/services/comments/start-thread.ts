import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { findWorkflow } from '../workflows/find-workflow';
import { COMMENTS_SAY_SO, changeComments, countWrite, threadIn, touchThread } from './change-thread';

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
    return change({ workspaceId, workflowId }, async (tx) => {
      const written = await roomOrWritten(tx, actor, comment);
      if (written !== null) return { result: await threadIn(tx, written), audit: null };
      const blockName = await nameOfBlock(tx, workflowId, blockId);
      const threadId = newId();
      await tx.commentThread.create({ data: { id: threadId, workflowId, blockId, blockName } });
      return { result: await addComment(tx, actor, { ...comment, threadId }), audit: null };
    });
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
    return change({ workspaceId, workflowId }, async (tx) => {
      const written = await roomOrWritten(tx, actor, comment);
      if (written !== null) return { result: await threadIn(tx, written), audit: null };
      await touchThread(tx, { id: workflowId, threadId });
      return { result: await addComment(tx, actor, { ...comment, threadId }), audit: null };
    });
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

async function addComment(
  tx: Prisma.TransactionClient,
  { userId: authorId }: Actor,
  { id: workflowId, threadId, text, requestKey }: NewComment & { threadId: string },
) {
  await tx.comment.create({ data: { id: newId(), threadId, workflowId, authorId, text, requestKey } });
  return threadIn(tx, threadId);
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
