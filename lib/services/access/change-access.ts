import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';

/**
 * A transaction that changes who may do what (keys, members, sessions, workspaces). When the promise settles
 * this process has forgotten the old answers; the others do so moments later.
 */
export async function changeAccess<T>(
  change: (tx: Prisma.TransactionClient) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const result = await prisma().$transaction(change, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  await notify('auth', '');
  return result;
}
