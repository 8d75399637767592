import type { Invitation, Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { hashNewPassword } from '../accounts/hash-new-password';
import { insertUser } from '../accounts/insert-user';
import { requireLinkAttempt } from '../accounts/link-attempts';
import { recordAudit } from '../audit/record-audit';
import { requireRoomFor } from '../limits/quotas';
import { getInvitation, invitationGone } from './get-invitation';
import { invitationTokenHash, openInvitation } from './invitation-row';

export interface AcceptInvitation {
  token: string;
  name?: string;
  password?: string;
}

/**
 * A signed-in person joins as who they are; anybody else gets the account of the invited e-mail. Works once a
 * link.
 * @throws AppError not_found, forbidden (an API key can't join), conflict (sign in first), invalid_request
 */
export async function acceptInvitation(actor: Actor | null, { token, name, password }: AcceptInvitation) {
  if (actor?.kind === 'apiKey') throw new AppError('forbidden', 'An API key can’t accept an invitation.');
  const newcomer = actor === null ? await readNewcomer(token, name, password) : null;
  return changeAccess(async (tx) => {
    const invitation = await claim(tx, token);
    const userId = actor?.userId ?? (await insertUser(tx, { email: invitation.email, ...newcomer! }));
    await join(tx, invitation, userId);
    return { workspaceId: invitation.workspaceId, email: invitation.email };
  });
}

/** Makes the person a member; a role they have already stays. */
export async function join(
  tx: Prisma.TransactionClient,
  invitation: Invitation,
  userId: string,
): Promise<void> {
  const { id, workspaceId, role } = invitation;
  await requireRoomFor(tx, 'members', workspaceId);
  await tx.membership.createMany({ data: { workspaceId, userId, role }, skipDuplicates: true });
  const detail = { invitation: id, role };
  await recordAudit(tx, { userId }, { workspaceId, action: 'member.joined', target: userId, detail });
}

async function readNewcomer(token: string, name?: string, password?: string) {
  const { email, hasAccount } = await getInvitation({ token });
  if (hasAccount)
    throw new AppError('conflict', `${email} has an account; sign in first, then open the link.`);
  if (name !== undefined && password !== undefined) {
    await requireLinkAttempt(token);
    return { name, passwordHash: await hashNewPassword(password, email) };
  }
  const missing = [...(name === undefined ? ['name'] : []), ...(password === undefined ? ['password'] : [])];
  throw new AppError('invalid_request', `To create your account, give ${missing.join(' and ')}.`, {
    issues: missing.map((param) => ({ param, code: 'param_missing', message: `“${param}” is required.` })),
  });
}

/** One statement, so that of two that come at once only one gets it. */
async function claim(tx: Prisma.TransactionClient, token: string): Promise<Invitation> {
  const [invitation] = await tx.invitation.updateManyAndReturn({
    where: { tokenHash: invitationTokenHash(token), ...openInvitation() },
    data: { acceptedAt: new Date() },
  });
  if (invitation === undefined) throw invitationGone();
  return invitation;
}
