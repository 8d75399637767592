import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { installationOwner } from '../limits/installation-owner';
import { memberOf, WITH_PERSON } from './member-row';

/** Lists members by name. `canVerify`: true if the actor's word is enough for a member's e-mail. */
export async function listMembers(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const [owner, rows] = await Promise.all([
    installationOwner(prisma()),
    prisma().membership.findMany({
      where: { workspaceId },
      include: WITH_PERSON,
      orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
    }),
  ]);
  return { data: rows.map(memberOf), canVerify: owner.userId === actor.userId };
}
