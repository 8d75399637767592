import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { memberOf, WITH_PERSON } from './member-row';

/** By name. */
export async function listMembers(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().membership.findMany({
    where: { workspaceId },
    include: WITH_PERSON,
    orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
  });
  return { data: rows.map(memberOf) };
}
