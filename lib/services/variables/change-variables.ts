import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';

/** Runs a transaction that changes a workspace's variables; every process reloads them after the commit. */
export async function changeVariables<T>(
  { workspaceId }: { workspaceId: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const result = await prisma().$transaction(change);
  await notify('variables', workspaceId);
  return result;
}
