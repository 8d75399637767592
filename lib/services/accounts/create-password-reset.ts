import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { linkTokenHash, newLinkToken } from './link-token';

const MAX_AGE_MS = 60 * 60 * 1000;

/**
 * Creates a link to choose a new password: it works once, for an hour; an earlier link of the account stops
 * working. For the operator alone (the command line): its holder can take the account over.
 *
 * @throws AppError not_found; conflict for a service account
 */
export async function createPasswordReset({
  email,
}: {
  email: string;
}): Promise<{ link: string; token: string }> {
  const { id: userId } = await requireAccount(email);
  const token = newLinkToken();
  const made = { tokenHash: linkTokenHash(token), expiresAt: new Date(Date.now() + MAX_AGE_MS) };
  await prisma().passwordReset.upsert({
    where: { userId },
    create: { userId, ...made },
    update: { ...made, createdAt: new Date() },
  });
  return { token, link: new URL(`/reset-password/${token}`, env().NEXTAUTH_URL).href };
}

/** Returns a person's account. @throws AppError not_found; conflict for a service account */
export async function requireAccount(email: string): Promise<{ id: string; email: string }> {
  const select = { id: true, email: true, isService: true } as const;
  const user = await prisma().user.findUnique({ where: { email }, select });
  if (user === null) throw new AppError('not_found', `There is no account with the e-mail ${email}.`);
  if (user.isService)
    throw new AppError('conflict', 'Nobody signs in as a service account: make an API key for it.');
  return { id: user.id, email: user.email };
}
