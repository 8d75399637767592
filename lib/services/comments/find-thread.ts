import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { CommentThread } from './schema';

const PERSON = { select: { id: true, name: true } } as const;

export const WITH_COMMENTS = {
  resolvedBy: PERSON,
  comments: { include: { author: PERSON }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.CommentThreadInclude;

type Row = Prisma.CommentThreadGetPayload<{ include: typeof WITH_COMMENTS }>;

export function threadOf(row: Row): CommentThread {
  const { id, blockId, blockName, resolvedAt, resolvedBy, createdAt, comments } = row;
  return {
    id,
    blockId,
    blockName,
    resolved: resolvedAt === null ? null : { at: resolvedAt.toISOString(), by: resolvedBy },
    createdAt: createdAt.toISOString(),
    comments: comments.map((comment) => ({
      id: comment.id,
      author: comment.author,
      text: comment.text,
      createdAt: comment.createdAt.toISOString(),
      editedAt: comment.editedAt?.toISOString() ?? null,
    })),
  };
}

export const noThread = () => new AppError('not_found', 'These comments were deleted.');

/** Returns a comment of this workflow. @throws AppError not_found */
export async function findComment(workflowId: string, commentId: string) {
  const where = { id: commentId, workflowId };
  const row = isId(commentId) ? await prisma().comment.findFirst({ where }) : null;
  if (row === null) throw new AppError('not_found', 'This comment was deleted.');
  return row;
}
