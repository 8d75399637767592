import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { workspaceOf } from './workspace-row';

/** Lists the workspaces of which the actor is a member, by name. */
export async function listWorkspaces(actor: Actor) {
  const rows = await prisma().membership.findMany({
    where: { userId: actor.userId },
    include: { workspace: true },
    orderBy: [{ workspace: { name: 'asc' } }, { workspaceId: 'asc' }],
  });
  return { data: rows.map(({ workspace, role }) => workspaceOf(workspace, role)) };
}
