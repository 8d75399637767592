import type { Invitation as Row } from '../../generated/prisma/client';
import { quotedPlainName } from '../../platform/email/mail-text';
import { canSendEmail, sendEmail } from '../../platform/email/send-email';
import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { Actor, Role } from '../access/actor';
import { countUnaskedMail } from '../access/mail-allowance';
import { requireScopesOfRole } from '../access/require-scope';
import { linkTokenHash, newLinkToken } from '../accounts/link-token';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { invitationOf } from './invitation-row';
import type { Invitation } from './schema';

const INVITATION_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export interface CreateInvitation {
  workspaceId: string;
  email: string;
  role: Role;
}

/**
 * Creates an invitation. With a mail server the link goes only to the e-mail, so accepting requires that
 * mailbox; without one `link` is returned, once, to be handed over. It replaces the open one of the same
 * e-mail.
 * @throws AppError conflict for a member; rate_limited, and unavailable when the e-mail can't be sent
 */
export const createInvitation = defineVerb({
  role: 'admin',
  quota: { inside: 'invitations', why: 'one of the same e-mail makes room first' },
  audit: 'invitation.created',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { workspaceId, email, role }: CreateInvitation,
    change,
  ): Promise<{ data: Invitation; link: string | null }> {
    requireScopesOfRole(actor, role);
    const isMailed = canSendEmail();
    if (isMailed) await countUnaskedMail({ userId: actor.userId, workspaceId, email });
    const token = newLinkToken();
    const row = await change({ workspaceId }, async (tx) => {
      if ((await tx.membership.count({ where: { workspaceId, user: { email } } })) > 0)
        throw new AppError('conflict', `${email} is a member already.`);
      if ((await tx.user.count({ where: { email, isService: true } })) > 0)
        throw new AppError('conflict', 'This is the address of a service account, which nobody can use.');
      await tx.invitation.deleteMany({ where: { workspaceId, email, acceptedAt: null } });
      await requireRoomFor(tx, 'invitations', workspaceId);
      const result = await tx.invitation.create({
        data: {
          id: newId(),
          workspaceId,
          email,
          role,
          tokenHash: linkTokenHash(token),
          expiresAt: new Date(Date.now() + INVITATION_MAX_AGE_MS),
          mailedAt: isMailed ? new Date() : null,
        },
      });
      return { result, audit: { target: result.id, detail: { email, role } } };
    });
    const link = new URL(`/invite/${token}`, env().NEXTAUTH_URL).href;
    if (!isMailed) return { data: invitationOf(row), link };
    await mailInvitation(actor, row, link);
    return { data: invitationOf(row), link: null };
  },
});

/** Sends the invitation and deletes it if that fails. @throws AppError unavailable */
async function mailInvitation(actor: Actor, { id, workspaceId, email, role }: Row, link: string) {
  const [workspace, inviter] = await Promise.all([
    prisma().workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true } }),
    prisma().user.findUniqueOrThrow({ where: { id: actor.userId }, select: { name: true } }),
  ]);
  const sent = await sendEmail({
    to: [email],
    messageId: `<${id}@millrace>`,
    subject: 'You are invited to a workspace of Millrace',
    text:
      `${quotedPlainName(inviter.name)} invites you to the workspace ${quotedPlainName(workspace.name)} of ` +
      `Millrace at ${new URL(link).origin}, as a ${role}.\n\n` +
      `To join, open this link within 7 days. It works once:\n\n${link}\n\n` +
      'If you don’t know what this is about, do nothing.\n',
  });
  if (sent.ok) return;
  await prisma().invitation.deleteMany({ where: { id, acceptedAt: null } });
  throw new AppError('unavailable', `The invitation could not be sent. ${sent.reason}`);
}
