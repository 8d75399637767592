import { prisma } from '../db';
import type { Prisma } from '../generated/prisma/client';
import { forgetVariables, VARIABLES_CHANNEL } from './read-variables';

/** A transaction that changes variables: every process reads them anew after its commit. */
export async function changeVariables<T>(change: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  const result = await prisma().$transaction(async (tx) => {
    const changed = await change(tx);
    await tx.$executeRaw`SELECT pg_notify(${VARIABLES_CHANNEL}, '')`;
    return changed;
  });
  forgetVariables();
  return result;
}
