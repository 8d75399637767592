import { AppError } from '../../platform/errors';
import { type Actor, requireRole } from '../access/actor';
import { workflowsContaining } from '../workflows/workflows-containing';
import { VariableName } from './schema';

/** Lists the workflows that reference it in their draft or live version, by name. */
export async function variableUses(
  actor: Actor,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<{ data: Array<{ id: string; name: string }> }> {
  requireRole(actor, workspaceId, 'reader');
  if (!VariableName.safeParse(name).success) throw new AppError('not_found', 'Variable not found.');
  return { data: await workflowsContaining(workspaceId, `{{${name}}}`) };
}
