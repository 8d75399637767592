import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, type Role, requireRole } from '../access/actor';

/**
 * The stored workflow, if the actor may. @throws AppError not_found (unknown and foreign alike), forbidden
 */
export async function findWorkflow(actor: Actor, id: string, least: Role) {
  const row = isId(id) ? await prisma().workflow.findUnique({ where: { id, deletedAt: null } }) : null;
  if (row === null || !hasRole(actor, row.workspaceId, 'reader'))
    throw new AppError('not_found', 'There is no such workflow.');
  requireRole(actor, row.workspaceId, least);
  return row;
}
