import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { installationOwner } from './installation-owner';
import { readHolderPlan } from './read-limits';
import type { WorkspacePlan } from './schema';

/** What the workspace's owner's plan allows, and what is used of it now. */
export async function getWorkspacePlan(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: WorkspacePlan }> {
  requireRole(actor, workspaceId, 'reader');
  const [plan, owner] = await Promise.all([readHolderPlan(workspaceId), installationOwner(prisma())]);
  return { data: { ...plan, installationOwner: owner } };
}
