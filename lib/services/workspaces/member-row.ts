import type { EmailProof } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { Role } from '../access/actor';
import { isProven } from '../accounts/verify-email';
import type { Member } from './schema';

export const WITH_PERSON = {
  user: { select: { name: true, email: true, emailProof: true, isService: true } },
  workspace: { select: { ownerId: true } },
} as const;

interface Row {
  userId: string;
  role: Role;
  createdAt: Date;
  user: { name: string; email: string; emailProof: EmailProof; isService: boolean };
  workspace: { ownerId: string };
}

export function memberOf({ userId, role, createdAt, user, workspace }: Row): Member {
  const { name, email, emailProof, isService } = user;
  const kind = isService ? 'service' : 'person';
  const isOwner = workspace.ownerId === userId;
  const emailVerified = isProven(emailProof);
  return { userId, kind, name, email, emailVerified, role, isOwner, joinedAt: createdAt.toISOString() };
}

/** Returns a member. Authorise first. @throws AppError not_found */
export async function findMember(workspaceId: string, userId: string): Promise<Member> {
  const where = { workspaceId_userId: { workspaceId, userId } };
  const row = isId(userId) ? await prisma().membership.findUnique({ where, include: WITH_PERSON }) : null;
  if (row === null) throw new AppError('not_found', 'Member not found.');
  return memberOf(row);
}
