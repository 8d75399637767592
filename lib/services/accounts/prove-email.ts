import type { Prisma } from '../../generated/prisma/client';
import { changeAccess } from '../access/change-access';
import { recordAudit } from '../audit/record-audit';
import type { SignInProvider } from './schema';
import { endAllSessions } from './sessions';

interface Link {
  provider: SignInProvider;
  providerAccountId: string;
}

/**
 * Links the identity that has just proven the account's e-mail. Unless it had been proven by mail, the
 * account's password, sessions and open links are deleted: their creator may have typed another person's
 * address and waited for its owner to sign in. Their API keys are deleted too, unless the operator vouches
 * for the account, because programs rely on its keys.
 */
export async function proveEmail(userId: string, { provider, providerAccountId }: Link): Promise<void> {
  await changeAccess(async (tx) => {
    const { count } = await tx.account.createMany({
      data: { provider, providerAccountId, userId },
      skipDuplicates: true,
    });
    const { emailProof } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    if (emailProof === 'none' || emailProof === 'operator') {
      await dropFootholds(tx, userId);
      if (emailProof === 'none') await revokeKeys(tx, userId);
      await tx.user.update({ where: { id: userId }, data: { passwordHash: null } });
    }
    await tx.user.update({ where: { id: userId }, data: { emailProof: 'provider' } });
    if (count === 0) return;
    const detail = { provider, firstProof: emailProof !== 'provider' };
    await recordAudit(tx, { userId }, { workspaceId: null, action: 'user.linked', target: userId, detail });
  });
}

/**
 * Gives an account with an unproven e-mail to the holder of a link that was sent to it; everything that
 * another person set up with it is deleted.
 */
export async function claimAccount(
  tx: Prisma.TransactionClient,
  userId: string,
  { name, passwordHash }: { name: string; passwordHash: string },
): Promise<void> {
  await dropFootholds(tx, userId);
  await revokeKeys(tx, userId);
  await tx.user.update({ where: { id: userId }, data: { name, passwordHash, emailProof: 'mail' } });
  const audit = { workspaceId: null, action: 'user.claimed', target: userId };
  await recordAudit(tx, { userId }, { ...audit, detail: { by: 'mail' } });
}

async function dropFootholds(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await endAllSessions(tx, userId);
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailVerification.deleteMany({ where: { userId } });
}

async function revokeKeys(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
}
