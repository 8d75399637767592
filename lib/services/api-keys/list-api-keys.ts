import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { apiKeyOf, WITH_WORKSPACES } from './api-key-row';

/**
 * Returns the actor's own keys, newest first. Revoked ones are left out (the audit records them); expired
 * ones are included.
 */
export async function listApiKeys(actor: Actor) {
  const rows = await prisma().apiKey.findMany({
    where: { userId: actor.userId, revokedAt: null },
    include: WITH_WORKSPACES,
    orderBy: { id: 'desc' },
  });
  return { data: rows.map(apiKeyOf) };
}
