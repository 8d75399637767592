import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { VariableName } from './schema';

/** Lists the workflows that reference it in their draft or live version, by name. */
export async function variableUses(
  actor: Actor,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<{ data: Array<{ id: string; name: string }> }> {
  requireRole(actor, workspaceId, 'reader');
  if (!VariableName.safeParse(name).success) throw new AppError('not_found', 'Variable not found.');
  const written = `{{${name}}}`;
  const data = await prisma().$queryRaw<Array<{ id: string; name: string }>>`
    SELECT id, name FROM workflow w
    WHERE workspace_id = ${workspaceId}::uuid AND deleted_at IS NULL
      AND (strpos(document::text, ${written}) > 0 OR EXISTS (
        SELECT FROM workflow_version v
        JOIN runtime.workflow_snapshot s ON s.workflow_id = v.workflow_id AND s.hash = v.snapshot_hash
        WHERE v.workflow_id = w.id AND v.number = w.live_version AND strpos(s.state, ${written}) > 0))
    ORDER BY name LIMIT 100`;
  return { data };
}
