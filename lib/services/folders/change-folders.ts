import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';

/**
 * One change of a workspace's tree at a time: two moves that are fine alone could close a circle together.
 */
export function changeFolders<T>(
  { workspaceId }: { workspaceId: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return prisma().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM workspace WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
    return change(tx);
  });
}
