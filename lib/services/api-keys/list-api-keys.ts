import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { apiKeyOf, WITH_WORKSPACES } from './api-key-row';
import { findKeyOwner } from './key-owner';
import { isWithinOwnKey } from './within-own-key';

/**
 * Returns the actor's own keys, or those of a service account that they administer, newest first. Revoked ones
 * are left out (the audit records them); expired ones are included. A key sees those that may do no more than
 * itself. @throws AppError not_found
 */
export async function listApiKeys(
  actor: Actor,
  { serviceAccountId }: { serviceAccountId?: string | undefined } = {},
) {
  const { userId } = await findKeyOwner(prisma(), actor, serviceAccountId);
  const rows = await prisma().apiKey.findMany({
    where: { userId, revokedAt: null },
    include: WITH_WORKSPACES,
    orderBy: { id: 'desc' },
  });
  return { data: rows.filter((row) => isWithinOwnKey(actor, row)).map(apiKeyOf) };
}
