import { prisma } from '../../platform/postgres/db';

/** Invalidates all cursors: a restored database reissues numbers, so old cursors must not continue. */
export async function expireCursors(): Promise<void> {
  await prisma().$executeRaw`UPDATE installation SET database_generation = gen_random_uuid()`;
}
