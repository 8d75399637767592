import { createHash, randomBytes } from 'node:crypto';
import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';

const TOKEN_BYTES = 32;
const MAX_AGE_MS = 60 * 60 * 1000;

/**
 * A link to choose a new password: works once, for an hour; an earlier one of the account stops working. For
 * the operator alone (the command line): who has it can take the account over.
 *
 * @throws AppError not_found
 */
export async function createPasswordReset({
  email,
}: {
  email: string;
}): Promise<{ link: string; token: string }> {
  const { id: userId } = await requireAccount(email);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const made = { tokenHash: resetTokenHash(token), expiresAt: new Date(Date.now() + MAX_AGE_MS) };
  await prisma().passwordReset.upsert({
    where: { userId },
    create: { userId, ...made },
    update: { ...made, createdAt: new Date() },
  });
  return { token, link: new URL(`/reset-password/${token}`, env().NEXTAUTH_URL).href };
}

/** @throws AppError not_found */
export async function requireAccount(email: string): Promise<{ id: string; email: string }> {
  const user = await prisma().user.findUnique({ where: { email }, select: { id: true, email: true } });
  if (user === null) throw new AppError('not_found', `There is no account with the e-mail ${email}.`);
  return user;
}

/** Only this is stored; the token itself is in the link alone. */
export function resetTokenHash(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
