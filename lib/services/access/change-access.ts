import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';

/**
 * Runs a transaction that changes access rights (keys, members, sessions, workspaces). When the promise
 * settles, this process has dropped its cached results; the others do so moments later.
 */
export async function changeAccess<T>(
  change: (tx: Prisma.TransactionClient) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const result = await prisma().$transaction(change, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  await notify('auth', '');
  return result;
}
