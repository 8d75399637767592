import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { endSubscriptions } from '../webhooks/end-subscriptions';
import { concealUrl } from '../webhooks/webhook-row';
import { findWorkflow } from '../workflows/find-workflow';

/**
 * Its logs stay and keep its name, so the row does too, emptied. Its webhook subscriptions end, and what they
 * had still to send is dropped. Executions already accepted still run and are logged.
 */
export async function deleteWorkflow(actor: Actor, { id }: { id: string }): Promise<void> {
  const { workspaceId } = await findWorkflow(actor, id, 'writer');
  await prisma().$transaction(async (tx) => {
    // First, so that a subscription that is being made waits for it and then finds no workflow.
    const { count } = await tx.workflow.updateMany({
      where: { id, deletedAt: null },
      data: { deletedAt: new Date(), document: { blocks: {}, edges: [], loops: {}, parallels: {} } },
    });
    if (count === 0) return;
    const subscriptions = await tx.webhookSubscription.findMany({ where: { workflowId: id } });
    await endSubscriptions(
      tx,
      subscriptions.map((subscription) => subscription.id),
      'The workflow was deleted, and the subscription with it.',
    );
    for (const { id: target, url } of subscriptions) {
      const detail = { workflowId: id, url: concealUrl(url), withWorkflow: true };
      await recordAudit(tx, actor, { workspaceId, action: 'webhook.deleted', target, detail });
    }
  });
  await notify('workflow', id);
  await notify('subscriptions', id);
}
