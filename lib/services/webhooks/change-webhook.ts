import type { Prisma } from '../../generated/prisma/client';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { type Actor, requireRole } from '../access/actor';
import { type AuditEntry, recordAudit } from '../audit/record-audit';
import { noWebhook, type WebhookAddress } from './find-webhook';

export type StoredWebhook = Prisma.WebhookSubscriptionGetPayload<object>;

/**
 * Changes a subscription and says so in the audit, in one transaction that holds its row.
 * @throws AppError forbidden, not_found, and what `change` throws
 */
export async function changeWebhook(
  actor: Actor,
  { workspaceId, id }: WebhookAddress,
  change: (
    tx: Prisma.TransactionClient,
    row: StoredWebhook,
  ) => Promise<Omit<AuditEntry, 'workspaceId' | 'target'>>,
): Promise<void> {
  requireRole(actor, workspaceId, 'writer');
  if (!isId(id)) throw noWebhook();
  const workflowId = await prisma().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM webhook_subscription WHERE id = ${id}::uuid FOR UPDATE`;
    const where = { id, workspaceId, workflow: { deletedAt: null } };
    const row = await tx.webhookSubscription.findFirst({ where });
    if (row === null) throw noWebhook();
    const audit = await change(tx, row);
    await recordAudit(tx, actor, { workspaceId, target: id, ...audit });
    return row.workflowId;
  });
  await notify('subscriptions', workflowId);
}

/** It was resumed, or a test succeeded: the count of failures starts again. */
export async function forgetFailures(tx: Prisma.TransactionClient, webhookId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE runtime.webhook_health SET failures = 0, failing_since = NULL, gone_since = NULL
      WHERE subscription_id = ${webhookId}::uuid`;
}

/** What was found out about a receiver at another URL, or of another secret. */
export const NOT_VERIFIED = { verifiedAt: null, verifyProblem: null };

/** What the receiver at the URL before said of itself. */
export async function forgetGone(tx: Prisma.TransactionClient, webhookId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE runtime.webhook_health SET gone_since = NULL WHERE subscription_id = ${webhookId}::uuid`;
}
