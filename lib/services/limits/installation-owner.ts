import type { Prisma } from '../../generated/prisma/client';

/** Returns the creator of the first account; ids sort by creation time. */
export async function installationOwner(
  db: Prisma.TransactionClient,
): Promise<{ userId: string; name: string }> {
  const { id, name } = await db.user.findFirstOrThrow({ orderBy: { id: 'asc' } });
  return { userId: id, name };
}
