import type { Prisma } from '../../generated/prisma/client';
import { isId } from '../../platform/ids';
import { notify } from '../../platform/postgres/notify';
import type { AuditEntry } from '../audit/record-audit';
import type { Change, Subject } from '../verbs/define-verb';
import { noWebhook, type WebhookAddress } from './find-webhook';

export type StoredWebhook = Prisma.WebhookSubscriptionGetPayload<object>;

/**
 * Changes a subscription by its verb's `change`, holding its row.
 * @throws AppError forbidden, not_found, and what `edit` throws
 */
export async function changeWebhook<Action extends string>(
  change: Change<Subject, Action>,
  { workspaceId, id }: WebhookAddress,
  edit: (
    tx: Prisma.TransactionClient,
    row: StoredWebhook,
  ) => Promise<Pick<AuditEntry, 'detail'> & { action: Action }>,
): Promise<void> {
  if (!isId(id)) throw noWebhook();
  const workflowId = await change({ workspaceId }, async (tx) => {
    await tx.$executeRaw`SELECT FROM webhook_subscription WHERE id = ${id}::uuid FOR UPDATE`;
    const isOfWorkflow = [{ workflowId: null }, { workflow: { deletedAt: null } }];
    const where = { id, workspaceId, deletedAt: null, OR: isOfWorkflow };
    const row = await tx.webhookSubscription.findFirst({ where });
    if (row === null) throw noWebhook();
    return { result: row.workflowId, audit: { target: id, ...(await edit(tx, row)) } };
  });
  await notifyOfSubscription(workflowId);
}

/** Tells every process, of all workflows where it covers them all (null). */
export const notifyOfSubscription = (workflowId: string | null): Promise<void> =>
  notify('subscriptions', workflowId ?? '');

/** It was resumed, or a test succeeded: the count of failures starts again. */
export async function forgetFailures(tx: Prisma.TransactionClient, webhookId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE runtime.webhook_health SET failures = 0, failing_since = NULL, gone_since = NULL
      WHERE subscription_id = ${webhookId}::uuid`;
}

/** The columns of an unverified receiver: earlier results were for another URL or secret. */
export const NOT_VERIFIED = { verifiedAt: null, verifyProblem: null };

/** Forgets the 410 responses of the receiver at the previous URL. */
export async function clearGoneStrikes(tx: Prisma.TransactionClient, webhookId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE runtime.webhook_health SET gone_since = NULL WHERE subscription_id = ${webhookId}::uuid`;
}
