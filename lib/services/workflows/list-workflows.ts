import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { summaryOf } from './workflow-row';

/** Lists all workflows of a workspace, the last changed first. */
export async function listWorkflows(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().workflow.findMany({
    where: { workspaceId, deletedAt: null },
    omit: { document: true, deletedAt: true },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  });
  return { data: rows.map(summaryOf) };
}
