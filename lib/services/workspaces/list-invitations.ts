import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { invitationOf, openInvitation } from './invitation-row';

/** Lists the open ones, newest first. */
export async function listInvitations(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'admin');
  const rows = await prisma().invitation.findMany({
    where: { workspaceId, ...openInvitation() },
    orderBy: { id: 'desc' },
  });
  return { data: rows.map(invitationOf) };
}
