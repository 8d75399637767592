import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { restorableSince } from '../tables/restorable';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findDeletedWebhook } from './find-deleted-webhook';
import { concealUrl } from './webhook-row';

/** Deletes a deleted subscription for good, with its secret; the history of its deliveries stays for its 30 days. */
export const purgeWebhook = defineVerb({
  role: 'admin',
  quota: { none: 'It makes room.' },
  audit: { actions: ['webhook.purged'], unless: 'somebody else restored or purged it at the same moment' },
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<undefined> {
    const { workspaceId, workflowId, url } = await findDeletedWebhook(actor, id, 'admin');
    await change({ workspaceId }, async (tx) => {
      const where = { id, deletedAlone: true, deletedAt: { not: null } };
      const { count } = await tx.webhookSubscription.deleteMany({ where });
      const audit = { target: id, detail: { workflowId, url: concealUrl(url) } };
      return { result: undefined, audit: count === 0 ? null : audit };
    });
  },
});

/** Deletes the subscriptions that can no longer be restored. Those of deleted workflows end with these. */
export async function purgeOldWebhooks(): Promise<void> {
  await prisma().webhookSubscription.deleteMany({
    where: { deletedAlone: true, deletedAt: { lte: restorableSince() } },
  });
}
