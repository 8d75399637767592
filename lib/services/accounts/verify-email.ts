import type { EmailProof, Prisma } from '../../generated/prisma/client';
import { canSendEmail, sendEmail } from '../../platform/email/send-email';
import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { countUnaskedMail } from '../access/mail-allowance';
import { recordAudit } from '../audit/record-audit';
import { requireAccount } from './create-password-reset';
import { getMe } from './get-me';
import { linkTokenHash, newLinkToken } from './link-token';
import type { Me } from './schema';

const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** True if the account's e-mail is proven; anybody can create an account with another person's address. */
export const isProven = (emailProof: EmailProof): boolean => emailProof !== 'none';

/**
 * Sends a link that proves the e-mail of the actor's account. Proof takes both the mailbox and the account:
 * a person who typed in another's address has only one of the two.
 * @throws AppError conflict for a proven e-mail, or without a mail server; rate_limited, unavailable
 */
export async function sendVerification(actor: Actor): Promise<void> {
  const {
    id: userId,
    email,
    emailProof,
  } = await prisma().user.findUniqueOrThrow({
    where: { id: actor.userId },
  });
  if (isProven(emailProof)) throw new AppError('conflict', 'Your e-mail address is verified already.');
  if (!canSendEmail()) throw new AppError('conflict', NO_MAIL_SERVER);
  await countUnaskedMail({ userId, workspaceId: null, email });
  const token = newLinkToken();
  const made = { tokenHash: linkTokenHash(token), expiresAt: new Date(Date.now() + MAX_AGE_MS) };
  await prisma().emailVerification.upsert({
    where: { userId },
    create: { userId, ...made },
    update: { ...made, createdAt: new Date() },
  });
  const sent = await sendEmail({
    to: [email],
    messageId: `<${newId()}@millrace>`,
    ...verificationMail(token),
  });
  if (!sent.ok) throw new AppError('unavailable', `The e-mail could not be sent. ${sent.reason}`);
}

const NO_MAIL_SERVER =
  'This server sends no e-mail: its operator has to verify the address (cli -- verify-email).';

function verificationMail(token: string): { subject: string; text: string } {
  const { href, origin } = new URL(`/verify-email/${token}`, env().NEXTAUTH_URL);
  return {
    subject: 'Verify your e-mail address for Millrace',
    text:
      `An account at ${origin} has this e-mail address. If it is yours, open this link within a day, in a ` +
      `browser where you are signed in:\n\n${href}\n\n` +
      'If you have no account there, somebody else typed in your address. Do nothing then: nobody can use ' +
      'it as theirs.\n',
  };
}

/**
 * Verifies the e-mail; the actor must be signed in as the link's account. @throws AppError not_found:
 * unknown, used, expired and others' alike
 */
export async function verifyEmail(actor: Actor, { token }: { token: string }): Promise<Me> {
  await prisma().$transaction(async (tx) => {
    const where = { tokenHash: linkTokenHash(token), userId: actor.userId, expiresAt: { gt: new Date() } };
    const { count } = await tx.emailVerification.deleteMany({ where });
    if (count === 0) throw new AppError('not_found', LINK_GONE);
    await markProven(tx, actor.userId, 'mail');
  });
  return getMe(actor);
}

const LINK_GONE =
  'This link is no longer valid: it was used, replaced, is over a day old, or is of another account than ' +
  'the one you are signed in with. Ask for a new one in your profile.';

/** Marks an e-mail as proven on the operator's word, at the command line. @throws AppError not_found */
export async function verifyEmailOf({ email }: { email: string }): Promise<void> {
  const { id } = await requireAccount(email);
  await prisma().$transaction((tx) => markProven(tx, id, 'operator'));
}

/** Marks an e-mail as proven unless it is already. @returns true if it was not */
export async function markProven(
  tx: Prisma.TransactionClient,
  userId: string,
  emailProof: Exclude<EmailProof, 'none' | 'provider'>,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailProof: 'none' },
    data: { emailProof },
  });
  await tx.emailVerification.deleteMany({ where: { userId } });
  if (count === 0) return false;
  const audit = { workspaceId: null, action: 'user.email_verified', target: userId };
  await recordAudit(tx, { userId }, { ...audit, detail: { by: emailProof } });
  return true;
}
