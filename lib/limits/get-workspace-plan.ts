import { type Actor, requireRole } from '../auth/actor';
import { prisma } from '../db';
import { PLAN_LIMITS } from './plans';
import { readLimits } from './read-limits';

/** What the workspace's owner's plan allows, and what is used of it now. */
export async function getWorkspacePlan(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const [limits, workspace] = await Promise.all([
    readLimits(workspaceId),
    prisma().workspace.findUniqueOrThrow({ where: { id: workspaceId }, include: { owner: true } }),
  ]);
  const { id, name, plan } = workspace.owner;
  const { logsApiPerMinute } = PLAN_LIMITS[plan];
  return { data: { plan, holder: { userId: id, name }, logsApiPerMinute, limits } };
}
