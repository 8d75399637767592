import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, type Role, requireRole } from '../access/actor';
import { RESTORABLE_DAYS, restorableSince } from '../tables/restorable';
import type { StoredWebhook } from './change-webhook';

/**
 * Returns a subscription that was deleted by itself and can be restored. @throws AppError not_found (unknown
 * and foreign alike), forbidden
 */
export async function findDeletedWebhook(actor: Actor, id: string, least: Role): Promise<StoredWebhook> {
  const where = { id, deletedAlone: true, deletedAt: { gt: restorableSince() } };
  const row = isId(id) ? await prisma().webhookSubscription.findFirst({ where }) : null;
  if (row === null || !hasRole(actor, row.workspaceId, 'reader')) throw noDeletedWebhook();
  requireRole(actor, row.workspaceId, least);
  return row;
}

export const noDeletedWebhook = (): AppError =>
  new AppError(
    'not_found',
    `There is no deleted webhook subscription with this id. They can be restored for ${RESTORABLE_DAYS} days; ` +
      'one that was deleted with its workflow is restored with it.',
  );
