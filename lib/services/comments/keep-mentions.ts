import type { Prisma } from '../../generated/prisma/client';
import { mentionedIn } from './mentioned-in';

export interface WrittenComment {
  commentId: string;
  workspaceId: string;
  authorId: string;
  text: string;
}

/**
 * Stores whom a comment names with @: members of the workspace alone, and never its author. @returns the
 * people who were not named before
 */
export async function addMentions(tx: Prisma.TransactionClient, comment: WrittenComment): Promise<string[]> {
  return insertMentions(tx, comment.commentId, await membersIn(tx, comment));
}

/** Does the same for an edited comment; those whom it no longer names are taken out. */
export async function changeMentions(
  tx: Prisma.TransactionClient,
  comment: WrittenComment,
): Promise<string[]> {
  const { commentId } = comment;
  const userIds = await membersIn(tx, comment);
  await tx.commentMention.deleteMany({ where: { commentId, userId: { notIn: userIds } } });
  return insertMentions(tx, commentId, userIds);
}

async function insertMentions(
  tx: Prisma.TransactionClient,
  commentId: string,
  userIds: readonly string[],
): Promise<string[]> {
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
  { workspaceId, authorId, text }: WrittenComment,
): Promise<string[]> {
  if (!text.includes('@')) return [];
  const members = await tx.membership.findMany({
    where: { workspaceId, userId: { not: authorId } },
    select: { user: { select: { id: true, name: true } } },
  });
  return mentionedIn(
    text,
    members.map(({ user }) => user),
  );
}
