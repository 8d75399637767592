import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { createLocalWindows } from '../limits/local-windows';
import { noThread, threadOf, WITH_COMMENTS } from './find-thread';
import type { CommentThread } from './schema';

/** More than a person writes. */
const MAX_A_MINUTE = 60;
const said = createLocalWindows(60_000);

/** Counts a write; call it before each change of a comment. @throws AppError rate_limited */
export function countWrite({ userId }: Actor): void {
  if (said.take(userId).place > MAX_A_MINUTE)
    throw new AppError('rate_limited', 'Too many comments in one minute. Try again shortly.', {
      headers: { 'retry-after': '60' },
    });
}

export const COMMENTS_SAY_SO = 'A comment shows who wrote, changed or resolved it, and when.';

/** Runs `change` and makes everybody who has the workflow open reload its comments. */
export async function changeComments<T>(
  { workflowId }: { workspaceId: string; workflowId: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const result = await prisma().$transaction(change);
  await notify('comments', workflowId);
  return result;
}

/** Locks the thread, so that nobody else changes it until the transaction ends. @throws AppError not_found */
export async function touchThread(
  tx: Prisma.TransactionClient,
  { id, threadId }: { id: string; threadId: string },
): Promise<void> {
  const where = { id: threadId, workflowId: id };
  const data = { revision: { increment: 1 } };
  const { count } = isId(threadId) ? await tx.commentThread.updateMany({ where, data }) : { count: 0 };
  if (count === 0) throw noThread();
}

export async function threadIn(tx: Prisma.TransactionClient, id: string): Promise<{ data: CommentThread }> {
  const row = await tx.commentThread.findUniqueOrThrow({ where: { id }, include: WITH_COMMENTS });
  return { data: threadOf(row) };
}
