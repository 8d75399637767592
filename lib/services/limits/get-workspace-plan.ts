import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { installationOwner } from './installation-owner';
import { readHolderPlan } from './read-limits';
import type { WorkspacePlan } from './schema';

/** Returns the limits of the workspace owner's plan, and their current use. */
export async function getWorkspacePlan(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: WorkspacePlan }> {
  requireRole(actor, workspaceId, 'reader');
  const [plan, owner] = await Promise.all([readHolderPlan(workspaceId), installationOwner(prisma())]);
  return { data: { ...plan, installationOwner: owner } };
}
