import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { removeHoldOfWorkflow } from '../holds/remove-holds';
import { suspendSubscriptions } from '../outgoing-webhooks/end-subscriptions';
import { concealUrl } from '../outgoing-webhooks/webhook-row';
import { removeRowsOfWorkflow } from '../tables/registry/remove-rows';
import { announceTriggers, withdrawTriggers } from '../triggers/registry/change-triggers';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';

/**
 * Deletes a workflow; it can be restored for 30 days. Its logs stay and keep its name. Its triggers start
 * nothing, its webhook subscriptions end, and their pending deliveries are dropped. Executions already
 * accepted still run and are logged; held ones are cancelled, which their logs say.
 * @throws AppError not_found, forbidden; conflict when its version is no longer `version`
 */
export const deleteWorkflow = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: {
    actions: ['workflow.deleted', 'webhook.deleted'],
    unless: 'somebody else deleted it at the same moment',
  },
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, version }: { id: string; version?: number | undefined },
    change,
  ): Promise<undefined> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    await change({ workspaceId }, async (tx) => {
      // Updated first, so that a subscription being created waits for it and then finds no workflow.
      const count = await markDeleted(tx, { id, version: version ?? null, userId: actor.userId });
      if (count === 0 && version !== undefined && (await isThere(tx, id)))
        throw new AppError('conflict', 'This workflow was changed meanwhile, so it was not deleted.');
      if (count === 0) return { result: undefined, audit: null };
      await withdrawTriggers(tx, id);
      await removeRowsOfWorkflow(tx, id);
      const discarded = await removeHoldOfWorkflow(tx, { workspaceId, workflowId: id });
      const subscriptions = await tx.webhookSubscription.findMany({
        where: { workflowId: id, deletedAt: null },
      });
      await suspendSubscriptions(
        tx,
        subscriptions.map((subscription) => subscription.id),
        'The workflow was deleted, and the subscription with it.',
      );
      const ended = subscriptions.map(({ id: target, url }) => {
        const detail = { workflowId: id, url: concealUrl(url), withWorkflow: true };
        return { action: 'webhook.deleted', target, detail } as const;
      });
      const deleted = { action: 'workflow.deleted', target: id } as const;
      const entry = discarded === 0 ? deleted : { ...deleted, detail: { discardedRuns: discarded } };
      return { result: undefined, audit: [entry, ...ended] };
    });
    await notify('workflow', id);
    await notify('queue', '');
    await notify('subscriptions', id);
    await announceTriggers();
  },
});

/** @returns how many were deleted: none that is deleted already, or whose version is another */
const markDeleted = (
  tx: Prisma.TransactionClient,
  { id, version, userId }: { id: string; version: number | null; userId: string },
): Promise<number> =>
  tx.$executeRaw`
    UPDATE workflow SET deleted_at = now(), deleted_by_id = ${userId}::uuid,
      deleted_live_version = live_version, live_version = NULL
    WHERE id = ${id}::uuid AND deleted_at IS NULL
      AND (${version}::integer IS NULL OR version = ${version}::integer)`;

const isThere = async (tx: Prisma.TransactionClient, id: string): Promise<boolean> =>
  (await tx.workflow.count({ where: { id, deletedAt: null } })) > 0;
