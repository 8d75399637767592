import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { installationOwner } from '../limits/installation-owner';
import { readOperations } from './read-operations';
import type { Operations } from './schema';

/** @throws AppError forbidden unless the actor owns the installation */
export async function getOperations(actor: Actor): Promise<{ data: Operations }> {
  const owner = await installationOwner(prisma());
  if (owner.userId !== actor.userId)
    throw new AppError(
      'forbidden',
      `Only ${owner.name}, whose account is this installation’s first, sees its operation.`,
    );
  return { data: await readOperations() };
}
