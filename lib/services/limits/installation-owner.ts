import type { Prisma } from '../../generated/prisma/client';

/** Whoever made the first account; every id carries its time. */
export async function installationOwner(
  db: Prisma.TransactionClient,
): Promise<{ userId: string; name: string }> {
  const { id, name } = await db.user.findFirstOrThrow({ orderBy: { id: 'asc' } });
  return { userId: id, name };
}
