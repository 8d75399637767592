import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { markProven } from '../accounts/verify-email';
import { recordAudit } from '../audit/record-audit';
import { installationOwner } from '../limits/installation-owner';
import { findMember } from './member-row';
import type { Member } from './schema';

/**
 * The word of who runs the installation that a member's e-mail is theirs. @throws AppError not_found,
 * forbidden for everybody else
 */
export async function verifyMemberEmail(
  actor: Actor,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<{ data: Member }> {
  requireRole(actor, workspaceId, 'admin');
  const member = await findMember(workspaceId, userId);
  await prisma().$transaction(async (tx) => {
    const first = await installationOwner(tx);
    if (first.userId !== actor.userId)
      throw new AppError(
        'forbidden',
        `E-mail addresses are verified by ${first.name}, whose account is this installation’s first.`,
      );
    if (!(await markProven(tx, userId, 'operator'))) return;
    const detail = { email: member.email };
    await recordAudit(tx, actor, { workspaceId, action: 'member.email_verified', target: userId, detail });
  });
  return { data: { ...member, emailVerified: true } };
}
