import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { changeAccess } from '../access/change-access';
import { recordAudit } from '../audit/record-audit';
import { requireAccount } from './create-password-reset';
import { hashNewPassword } from './hash-new-password';
import { requireLinkAttempt } from './link-attempts';
import { linkTokenHash } from './link-token';
import { endAllSessions } from './sessions';

/** Returns the account of a link. @throws AppError not_found: unknown, used, replaced and expired alike */
export async function getPasswordReset({ token }: { token: string }): Promise<{ email: string }> {
  const row = await prisma().passwordReset.findUnique({
    where: { tokenHash: linkTokenHash(token), expiresAt: { gt: new Date() } },
    include: { user: { select: { email: true } } },
  });
  if (row === null) throw linkExpired();
  return { email: row.user.email };
}

/**
 * Sets the password of the link's account and ends all its sessions. Works once. @throws AppError not_found,
 * invalid_request
 */
export async function resetPassword({ token, password }: { token: string; password: string }) {
  const { email } = await getPasswordReset({ token }); // before anything is hashed
  await requireLinkAttempt(token);
  const passwordHash = await hashNewPassword(password, email);
  await changeAccess(async (tx) => {
    const where = { tokenHash: linkTokenHash(token), expiresAt: { gt: new Date() } };
    const found = await tx.passwordReset.findUnique({ where });
    // Of two concurrent requests only one deletes it.
    const { count } = await tx.passwordReset.deleteMany({ where });
    if (found === null || count === 0) throw linkExpired();
    await setPassword(tx, found.userId, passwordHash);
  });
  return { email };
}

/** Sets a password without a link, for the operator. @throws AppError not_found, invalid_request */
export async function setPasswordOf({ email, password }: { email: string; password: string }): Promise<void> {
  const { id } = await requireAccount(email);
  const passwordHash = await hashNewPassword(password, email);
  await changeAccess(async (tx) => {
    await tx.passwordReset.deleteMany({ where: { userId: id } });
    await setPassword(tx, id, passwordHash);
  });
}

async function setPassword(
  tx: Prisma.TransactionClient,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { passwordHash } });
  await endAllSessions(tx, userId);
  await recordAudit(tx, { userId }, { workspaceId: null, action: 'user.password_reset', target: userId });
}

function linkExpired(): AppError {
  return new AppError(
    'not_found',
    'This link is no longer valid: it was used, replaced, or is over an hour old. Ask for a new one.',
  );
}
