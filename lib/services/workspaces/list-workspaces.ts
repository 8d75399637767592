import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { workspaceOf } from './workspace-row';

/** Lists the workspaces of which the actor is a member, by name; of a key, those it was made for. */
export async function listWorkspaces(actor: Actor) {
  const isKey = actor.kind === 'apiKey';
  const rows = await prisma().membership.findMany({
    where: { userId: actor.userId, ...(isKey && { workspaceId: { in: [...actor.roles.keys()] } }) },
    include: { workspace: true },
    orderBy: [{ workspace: { name: 'asc' } }, { workspaceId: 'asc' }],
  });
  return { data: rows.map(({ workspace, role }) => workspaceOf(workspace, role)) };
}
