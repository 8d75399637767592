import type { Prisma } from '../../generated/prisma/client';
import { prisma } from '../../platform/postgres/db';

/**
 * Serializes the changes of a workspace's tree: two moves that are valid alone could close a cycle
 * together.
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
