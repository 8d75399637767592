import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { reachableWorkflows } from '../access/key-limits';
import { summaryOf } from './workflow-row';

/** Lists all workflows of a workspace that the actor reaches, the last changed first. */
export async function listWorkflows(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const ids = reachableWorkflows(actor, undefined);
  const rows = await prisma().workflow.findMany({
    where: { workspaceId, deletedAt: null, ...(ids && { id: { in: ids } }) },
    omit: { document: true, deletedAt: true },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  });
  return { data: rows.map(summaryOf) };
}
