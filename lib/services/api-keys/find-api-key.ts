import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { WITH_WORKSPACES } from './api-key-row';
import { mayManageKey, WITH_OWNER } from './key-owner';
import { isWithinOwnKey } from './within-own-key';

/**
 * Returns a live key of the actor, or of a service account that they administer; of a key, one that may do no
 * more than itself.
 * @throws AppError not_found: unknown, revoked and others' alike
 */
export async function findApiKey(db: Prisma.TransactionClient, actor: Actor, id: string) {
  const where = { id, revokedAt: null };
  const include = { ...WITH_WORKSPACES, ...WITH_OWNER };
  const row = isId(id) ? await db.apiKey.findUnique({ where, include }) : null;
  if (row === null || !mayManageKey(actor, row) || !isWithinOwnKey(actor, row))
    throw new AppError('not_found', 'API key not found.');
  return row;
}
