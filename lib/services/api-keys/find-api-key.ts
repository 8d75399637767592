import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { WITH_WORKSPACES } from './api-key-row';
import { isWithinOwnKey } from './within-own-key';

/**
 * Returns the actor's own live key; of a key, one that may do no more than itself.
 * @throws AppError not_found: unknown, revoked and others' alike
 */
export async function findApiKey(db: Prisma.TransactionClient, actor: Actor, id: string) {
  const where = { id, userId: actor.userId, revokedAt: null };
  const row = isId(id) ? await db.apiKey.findUnique({ where, include: WITH_WORKSPACES }) : null;
  if (row === null || !isWithinOwnKey(actor, row)) throw new AppError('not_found', 'API key not found.');
  return row;
}
