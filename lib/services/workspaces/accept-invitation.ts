import type { Invitation, Prisma } from '../../generated/prisma/client';
import { canSendEmail } from '../../platform/email/send-email';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { hashNewPassword } from '../accounts/hash-new-password';
import { insertUser } from '../accounts/insert-user';
import { requireLinkAttempt } from '../accounts/link-attempts';
import { linkTokenHash } from '../accounts/link-token';
import { planInBrowser } from '../accounts/plan-of-new-account';
import { claimAccount } from '../accounts/prove-email';
import { isProven, markProven } from '../accounts/verify-email';
import { recordAudit } from '../audit/record-audit';
import { requireRoomFor } from '../verbs/quotas';
import { getInvitation, invitationGone } from './get-invitation';
import { openInvitation } from './invitation-row';

export interface AcceptInvitation {
  token: string;
  name?: string;
  password?: string;
}

interface Newcomer {
  name: string;
  passwordHash: string;
}

/**
 * Makes the account of the invited e-mail a member; creates the account if there is none. A link that came
 * by e-mail proves the address, and takes over an account whose address was never proven. Each link works
 * once.
 * @throws AppError not_found, forbidden (an API key can't join), conflict (sign in first, or as another
 * person), invalid_request
 */
export async function acceptInvitation(actor: Actor | null, { token, name, password }: AcceptInvitation) {
  if (actor?.kind === 'apiKey') throw new AppError('forbidden', 'An API key can’t accept an invitation.');
  const newcomer = actor === null ? await readNewcomer(token, name, password) : null;
  return changeAccess(async (tx) => {
    const invitation = await claim(tx, token);
    const userId =
      newcomer === null
        ? await requireInvited(tx, invitation, actor!.userId)
        : await accountOf(tx, invitation, newcomer);
    await join(tx, invitation, userId);
    return { workspaceId: invitation.workspaceId, email: invitation.email };
  });
}

/** Makes the person a member; an existing role stays. */
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

async function readNewcomer(token: string, name?: string, password?: string): Promise<Newcomer> {
  const { email, hasAccount, mayClaim } = await getInvitation({ token });
  if (hasAccount && !mayClaim)
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

/** Returns the signed-in person, if the link is theirs. @throws AppError conflict */
async function requireInvited(
  tx: Prisma.TransactionClient,
  { email, mailedAt }: Invitation,
  userId: string,
): Promise<string> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.email !== email)
    throw new AppError(
      'conflict',
      `This invitation is for ${email}, and you are signed in as ${user.email}. Sign out, then open the ` +
        'link again.',
    );
  if (mailedAt !== null) await markProven(tx, userId, 'mail');
  else if (!isProven(user.emailProof) && canSendEmail())
    throw new AppError(
      'conflict',
      'Your e-mail address is not verified. Verify it in your profile first, then open the link again.',
    );
  return userId;
}

/** Returns a new account, or one whose address was never proven. @throws AppError conflict */
async function accountOf(
  tx: Prisma.TransactionClient,
  { email, mailedAt }: Invitation,
  newcomer: Newcomer,
): Promise<string> {
  const known = await tx.user.findUnique({ where: { email }, select: { id: true, emailProof: true } });
  if (known !== null && mailedAt !== null && !isProven(known.emailProof)) {
    await claimAccount(tx, known.id, newcomer);
    return known.id;
  }
  const emailProof = mailedAt === null ? 'none' : 'mail';
  return insertUser(tx, { email, ...newcomer, plan: planInBrowser(), emailProof });
}

/** Claims the invitation in one statement, so that only one of two concurrent requests gets it. */
async function claim(tx: Prisma.TransactionClient, token: string): Promise<Invitation> {
  const [invitation] = await tx.invitation.updateManyAndReturn({
    where: { tokenHash: linkTokenHash(token), ...openInvitation() },
    data: { acceptedAt: new Date() },
  });
  if (invitation === undefined) throw invitationGone();
  return invitation;
}
