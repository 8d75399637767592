import { prisma } from '../db';
import type { Prisma } from '../generated/prisma/client';
import { AUTH_CHANNEL, clearPrincipals } from './principals';

/**
 * A transaction that changes who may do what (keys, members, sessions, workspaces). Every process hears of it at commit;
 * this one has forgotten the old answer when the promise settles.
 */
export async function changeAccess<T>(change: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  const result = await prisma().$transaction(async (tx) => {
    const changed = await change(tx);
    await tx.$executeRaw`SELECT pg_notify(${AUTH_CHANNEL}, '')`;
    return changed;
  });
  clearPrincipals();
  return result;
}
