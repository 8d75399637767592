import type { Prisma } from '../../generated/prisma/client';
import { mentionedIn } from './mentioned-in';

export interface WrittenComment {
  commentId: string;
  workspaceId: string;
  authorId: string;
  text: string;
}

/**
 * Stores whom a comment names with @: members of the workspace alone, and never its author. Those whom an
 * edit no longer names are taken out. @returns the people who were not named before
 */
export async function keepMentions(
  tx: Prisma.TransactionClient,
  { commentId, workspaceId, authorId, text }: WrittenComment,
): Promise<string[]> {
  const userIds = text.includes('@') ? await membersIn(tx, workspaceId, authorId, text) : [];
  await tx.commentMention.deleteMany({ where: { commentId, userId: { notIn: userIds } } });
  if (userIds.length === 0) return [];
  const added = await tx.commentMention.createManyAndReturn({
    data: userIds.map((userId) => ({ commentId, userId })),
    skipDuplicates: true,
    select: { userId: true },
  });
  return added.map(({ userId }) => userId);
}

async function membersIn(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  authorId: string,
  text: string,
): Promise<string[]> {
  const members = await tx.membership.findMany({
    where: { workspaceId, userId: { not: authorId } },
    select: { user: { select: { id: true, name: true } } },
  });
  return mentionedIn(
    text,
    members.map(({ user }) => user),
  );
}
