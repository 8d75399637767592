import { randomBytes } from 'node:crypto';
import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, type Role, requireRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { requireRoomFor } from '../limits/quotas';
import { invitationOf, invitationTokenHash } from './invitation-row';

const TOKEN_BYTES = 32;
const INVITATION_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export interface CreateInvitation {
  workspaceId: string;
  email: string;
  role: Role;
}

/**
 * `link` is shown once. A new invitation of the same e-mail replaces the open one. @throws AppError conflict
 * for a member
 */
export async function createInvitation(actor: Actor, { workspaceId, email, role }: CreateInvitation) {
  requireRole(actor, workspaceId, 'admin');
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = await prisma().$transaction(async (tx) => {
    if ((await tx.membership.count({ where: { workspaceId, user: { email } } })) > 0)
      throw new AppError('conflict', `${email} is a member already.`);
    await tx.invitation.deleteMany({ where: { workspaceId, email, acceptedAt: null } });
    await requireRoomFor(tx, 'invitations', workspaceId);
    const made = await tx.invitation.create({
      data: {
        id: newId(),
        workspaceId,
        email,
        role,
        tokenHash: invitationTokenHash(token),
        expiresAt: new Date(Date.now() + INVITATION_MAX_AGE_MS),
      },
    });
    const audit = { action: 'invitation.created', target: made.id, detail: { email, role } };
    await recordAudit(tx, actor, { workspaceId, ...audit });
    return made;
  });
  return { data: invitationOf(row), link: new URL(`/invite/${token}`, env().NEXTAUTH_URL).href };
}
