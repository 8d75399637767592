import { prisma } from '../../platform/postgres/db';
import { restorableSince } from '../tables/restorable';

/** Forgets the folders that can no longer be restored. */
export async function forgetDeletedFolders(): Promise<void> {
  await prisma().deletedFolder.deleteMany({ where: { deletedAt: { lte: restorableSince() } } });
}
