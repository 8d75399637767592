import { type Actor, requireRole } from '../access/actor';
import { findWorkflow } from '../workflows/find-workflow';
import { readHold, readHolds } from './read-holds';
import type { Hold } from './schema';

/** @throws AppError not_found */
export async function getWorkflowHold(actor: Actor, { id }: { id: string }): Promise<{ data: Hold | null }> {
  const { workspaceId } = await findWorkflow(actor, id, 'reader');
  return { data: await readHold({ workspaceId, workflowId: id }) };
}

/** @throws AppError forbidden */
export async function getWorkspaceHold(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: Hold | null }> {
  requireRole(actor, workspaceId, 'reader');
  return { data: await readHold({ workspaceId, workflowId: null }) };
}

/** @throws AppError forbidden */
export async function listHolds(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: Hold[] }> {
  requireRole(actor, workspaceId, 'reader');
  return { data: await readHolds(workspaceId) };
}
