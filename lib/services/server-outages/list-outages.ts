import { type Actor, requireRole } from '../access/actor';
import { readOutages } from './read-outages';
import type { ServerOutage } from './schema';

/** @throws AppError forbidden */
export async function listServerOutages(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: ServerOutage[] }> {
  requireRole(actor, workspaceId, 'reader');
  return { data: await readOutages(workspaceId) };
}
