import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, type Role, requireRole } from '../access/actor';
import { RESTORABLE_DAYS, restorableSince } from '../tables/restorable';

/**
 * Returns a deleted workflow that can be restored, without its document. @throws AppError not_found (unknown
 * and foreign alike), forbidden
 */
export async function findDeleted(actor: Actor, id: string, least: Role) {
  const where = { id, deletedAt: { gt: restorableSince() }, purgedAt: null };
  const row = isId(id) ? await prisma().workflow.findFirst({ where, omit: { document: true } }) : null;
  if (row === null || !hasRole(actor, row.workspaceId, 'reader')) throw noDeleted();
  requireRole(actor, row.workspaceId, least);
  return row;
}

export const noDeleted = (): AppError =>
  new AppError(
    'not_found',
    `There is no deleted workflow with this id. They can be restored for ${RESTORABLE_DAYS} days.`,
  );
