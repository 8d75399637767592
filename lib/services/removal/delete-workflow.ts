import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { endSubscriptions } from '../outgoing-webhooks/end-subscriptions';
import { concealUrl } from '../outgoing-webhooks/webhook-row';
import { removeTriggers } from '../triggers/registry/change-triggers';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';

const NOTHING = { blocks: {}, edges: [], loops: {}, parallels: {} };

/**
 * Deletes a workflow. Its logs stay and keep its name, so the row stays too, emptied. Its webhook
 * subscriptions end, and their pending deliveries are dropped. Executions already accepted still run and
 * are logged.
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
      const { count } = await tx.workflow.updateMany({
        where: { id, deletedAt: null, ...(version !== undefined && { version }) },
        data: { deletedAt: new Date(), liveVersion: null, document: NOTHING },
      });
      if (count === 0 && version !== undefined && (await isThere(tx, id)))
        throw new AppError('conflict', 'This workflow was changed meanwhile, so it was not deleted.');
      if (count === 0) return { result: undefined, audit: null };
      await deleteVersions(tx, id);
      await removeTriggers(tx, id);
      await tx.$executeRaw`DELETE FROM runtime.answer_profile WHERE workflow_id = ${id}::uuid`;
      await tx.$executeRaw`DELETE FROM runtime.workflow_shared WHERE workflow_id = ${id}::uuid`;
      await tx.$executeRaw`DELETE FROM runtime.workflow_presence WHERE workflow_id = ${id}::uuid`;
      await tx.$executeRaw`DELETE FROM runtime.failure_notice_window WHERE workflow_id = ${id}::uuid`;
      const subscriptions = await tx.webhookSubscription.findMany({ where: { workflowId: id } });
      await endSubscriptions(
        tx,
        subscriptions.map((subscription) => subscription.id),
        'The workflow was deleted, and the subscription with it.',
      );
      const ended = subscriptions.map(({ id: target, url }) => {
        const detail = { workflowId: id, url: concealUrl(url), withWorkflow: true };
        return { action: 'webhook.deleted', target, detail } as const;
      });
      return { result: undefined, audit: [{ action: 'workflow.deleted', target: id }, ...ended] };
    });
    await notify('workflow', id);
    await notify('subscriptions', id);
  },
});

const isThere = async (tx: Prisma.TransactionClient, id: string): Promise<boolean> =>
  (await tx.workflow.count({ where: { id, deletedAt: null } })) > 0;

/** Deletes the versions; logs of their runs stay. Their snapshots are now kept for as long as logs are. */
async function deleteVersions(tx: Prisma.TransactionClient, workflowId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE runtime.workflow_snapshot s SET used_at = now() FROM workflow_version v
    WHERE v.workflow_id = ${workflowId}::uuid AND s.workflow_id = v.workflow_id AND s.hash = v.snapshot_hash`;
  await tx.workflowVersion.deleteMany({ where: { workflowId } });
  await tx.blockPin.deleteMany({ where: { workflowId } });
  await tx.runTest.deleteMany({ where: { workflowId } });
  await tx.commentThread.deleteMany({ where: { workflowId } });
  await tx.workflowTool.deleteMany({ where: { workflowId } });
}
