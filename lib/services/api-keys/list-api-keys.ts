import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { apiKeyOf, WITH_WORKSPACES } from './api-key-row';

/**
 * The actor's own, newest first. Revoked ones are gone (the audit remembers them); expired ones are shown.
 */
export async function listApiKeys(actor: Actor) {
  const rows = await prisma().apiKey.findMany({
    where: { userId: actor.userId, revokedAt: null },
    include: WITH_WORKSPACES,
    orderBy: { id: 'desc' },
  });
  return { data: rows.map(apiKeyOf) };
}
