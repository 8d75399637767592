import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, type Role, requireRole } from '../access/actor';

/**
 * Returns the stored workflow without its document, which can be large, if the actor has access. @throws
 * AppError not_found (unknown and foreign alike), forbidden
 */
export async function findWorkflow(actor: Actor, id: string, least: Role) {
  const where = { id, deletedAt: null };
  const row = isId(id) ? await prisma().workflow.findUnique({ where, omit: { document: true } }) : null;
  return allowed(actor, row, least);
}

/** Returns the same with its document, as it is stored. */
export async function readWorkflow(actor: Actor, id: string, least: Role) {
  const row = isId(id) ? await prisma().workflow.findUnique({ where: { id, deletedAt: null } }) : null;
  return allowed(actor, row, least);
}

function allowed<Row extends { workspaceId: string }>(actor: Actor, row: Row | null, least: Role): Row {
  if (row === null || !hasRole(actor, row.workspaceId, 'reader'))
    throw new AppError('not_found', 'Workflow not found.');
  requireRole(actor, row.workspaceId, least);
  return row;
}
