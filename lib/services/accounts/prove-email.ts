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
 * Links the identity that has just proven the account's e-mail. At the first such proof the account's
 * password, sessions and open reset link go: whoever set them up may have typed somebody else's address and
 * waited for its owner to come. Their API keys go too, unless the account was made by the operator, whose
 * keys programs rely on.
 */
export async function proveEmail(userId: string, { provider, providerAccountId }: Link): Promise<void> {
  await changeAccess(async (tx) => {
    const { count } = await tx.account.createMany({
      data: { provider, providerAccountId, userId },
      skipDuplicates: true,
    });
    const { emailProof } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    if (emailProof !== 'provider') {
      await endAllSessions(tx, userId);
      await tx.passwordReset.deleteMany({ where: { userId } });
      if (emailProof === 'none') await revokeKeys(tx, userId);
      const data = { passwordHash: null, emailProof: 'provider' } as const;
      await tx.user.update({ where: { id: userId }, data });
    }
    if (count === 0) return;
    const detail = { provider, firstProof: emailProof !== 'provider' };
    await recordAudit(tx, { userId }, { workspaceId: null, action: 'user.linked', target: userId, detail });
  });
}

async function revokeKeys(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
}
