import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { notifyOfSubscription } from './change-webhook';
import { findDeletedWebhook, noDeletedWebhook } from './find-deleted-webhook';
import { getWebhook } from './get-webhook';
import { holdsRunData, requireRunData } from './run-data';
import type { Webhook } from './schema';
import { concealUrl } from './webhook-row';
import { keepTurns } from './webhook-turns';

/**
 * Restores a deleted subscription with its secret, headers and filters. It is paused, so that nothing is sent
 * before somebody has looked at it; what was cancelled is not sent.
 * @throws AppError not_found, forbidden, quota_exceeded; conflict while its workflow is deleted, or if another
 * one has its external id now
 */
export const restoreWebhook = defineVerb({
  role: 'writer',
  quota: 'webhooks',
  audit: 'webhook.restored',
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: Webhook }> {
    const deleted = await findDeletedWebhook(actor, id, 'writer');
    const { workspaceId, workflowId, externalId } = deleted;
    if (holdsRunData(deleted))
      requireRunData(actor, 'Restoring a subscription to final output or trace spans');
    await change({ workspaceId }, async (tx) => {
      if (workflowId !== null) await requireWorkflow(tx, workflowId);
      if (externalId !== null) await requireFreeExternalId(tx, workspaceId, externalId);
      await unmarkDeleted(tx, id, actor.userId);
      await keepTurns(tx, id, deleted);
      const detail = { workflowId, url: concealUrl(deleted.url) };
      return { result: undefined, audit: { target: id, detail } };
    });
    await notifyOfSubscription(workflowId);
    return getWebhook(actor, { workspaceId, id });
  },
});

/** Keeps the workflow from being deleted meanwhile. @throws AppError conflict */
async function requireWorkflow(tx: Prisma.TransactionClient, workflowId: string): Promise<void> {
  const kept = await tx.$queryRaw<unknown[]>`
    SELECT FROM workflow WHERE id = ${workflowId}::uuid AND deleted_at IS NULL FOR SHARE`;
  if (kept.length === 0)
    throw new AppError('conflict', 'The workflow of this subscription is deleted. Restore it first.');
}

/** Until the commit nobody creates another one, by the quota of the verb. @throws AppError conflict */
async function requireFreeExternalId(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  externalId: string,
): Promise<void> {
  const taken = await tx.webhookSubscription.count({ where: { workspaceId, externalId, deletedAt: null } });
  if (taken > 0)
    throw new AppError(
      'conflict',
      `Another webhook has its external id now, "${externalId}". Delete that one first.`,
    );
}

/** @throws AppError not_found for one that somebody restored or purged meanwhile */
async function unmarkDeleted(tx: Prisma.TransactionClient, id: string, userId: string): Promise<void> {
  const count = await tx.$executeRaw`
    UPDATE webhook_subscription SET deleted_at = NULL, deleted_by_id = NULL, deleted_alone = false,
      active = false, disabled_at = NULL, disabled_reason = NULL, version = version + 1, updated_at = now(),
      updated_by_id = ${userId}::uuid
    WHERE id = ${id}::uuid AND deleted_alone AND deleted_at IS NOT NULL`;
  if (count === 0) throw noDeletedWebhook();
}
