import type { WorkflowSummary } from '../../core/workflow/schema';
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { announceHold } from '../holds/announce-hold';
import { putHold } from '../holds/hold';
import { restoreSubscriptions } from '../outgoing-webhooks/end-subscriptions';
import { readSnapshot } from '../runs/compiled/runnable-workflow';
import { announceTriggers, placeTriggers } from '../triggers/registry/change-triggers';
import type { LiveVersion } from '../triggers/trigger-service';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { lockQuota } from '../verbs/quotas';
import { readVersion } from '../versions/version-row';
import { summaryOf } from '../workflows/workflow-row';
import { findDeleted, noDeleted } from './find-deleted';

const HOLD = {
  reason: 'Restored after it was deleted. Release it when its triggers may start runs again.',
  waitingCallers: 'refuse',
} as const;

/**
 * Restores a deleted workflow as it was: its draft, versions, addresses, schedules, subscriptions, tests,
 * pins and comments. It is on hold, so that nothing starts before somebody has looked at it.
 * @throws AppError not_found, forbidden, quota_exceeded; conflict if something else has its external id now
 */
export const restoreWorkflow = defineVerb({
  role: 'writer',
  quota: 'workflows',
  audit: 'workflow.restored',
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: WorkflowSummary }> {
    const { workspaceId, deletedLiveVersion } = await findDeleted(actor, id, 'writer');
    const live = deletedLiveVersion === null ? null : await readLive(workspaceId, id, deletedLiveVersion);
    const row = await change({ workspaceId }, async (tx) => {
      await requireFreeExternalIds(tx, workspaceId, id);
      await unmarkDeleted(tx, id);
      const subscriptions = await restoreSubscriptions(tx, id);
      await putHold(tx, { workspaceId, workflowId: id }, actor, HOLD);
      if (live !== null) await placeTriggers(tx, live);
      const result = await tx.workflow.findUniqueOrThrow({ where: { id }, omit: { document: true } });
      const detail = {
        ...(live !== null && { version: live.version }),
        ...(subscriptions > 0 && { subscriptions }),
      };
      return { result, audit: { target: id, detail } };
    });
    await announceHold({ workspaceId, workflowId: id });
    await notify('subscriptions', id);
    await notify('hooks', '');
    await announceTriggers();
    return { data: summaryOf(row) };
  },
});

async function readLive(workspaceId: string, workflowId: string, version: number): Promise<LiveVersion> {
  const row = await readVersion(workflowId, String(version));
  const snapshotHash = Buffer.from(row.snapshotHash).toString('hex');
  const document = await readSnapshot(workflowId, snapshotHash);
  return { workflowId, workspaceId, version, snapshotHash, document };
}

/**
 * While it was deleted, others could get its external id, and those of its subscriptions. Until the commit
 * nobody creates a workflow (by the quota of this verb) or a subscription. @throws AppError conflict
 */
async function requireFreeExternalIds(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  id: string,
): Promise<void> {
  await lockQuota(tx, 'webhooks', workspaceId);
  const [taken] = await tx.$queryRaw<Array<{ what: string; externalId: string }>>`
    SELECT 'workflow' AS what, o.external_id AS "externalId"
    FROM workflow w JOIN workflow o ON o.workspace_id = w.workspace_id AND o.external_id = w.external_id
    WHERE w.id = ${id}::uuid AND o.id <> w.id AND o.deleted_at IS NULL
    UNION ALL
    SELECT 'webhook', o.external_id
    FROM webhook_subscription s JOIN webhook_subscription o
      ON o.workspace_id = s.workspace_id AND o.external_id = s.external_id
    WHERE s.workflow_id = ${id}::uuid AND s.deleted_at IS NOT NULL AND NOT s.deleted_alone
      AND o.deleted_at IS NULL
    ORDER BY what DESC LIMIT 1`;
  if (taken === undefined) return;
  const { what, externalId } = taken;
  const whose = what === 'workflow' ? 'its external id' : 'the external id of one of its webhooks';
  throw new AppError('conflict', `Another ${what} has ${whose} now, "${externalId}". Delete that one first.`);
}

/** @throws AppError not_found for one that somebody restored or purged meanwhile */
async function unmarkDeleted(tx: Prisma.TransactionClient, id: string): Promise<void> {
  const count = await tx.$executeRaw`
    UPDATE workflow SET deleted_at = NULL, deleted_by_id = NULL, live_version = deleted_live_version,
      deleted_live_version = NULL
    WHERE id = ${id}::uuid AND deleted_at IS NOT NULL AND purged_at IS NULL`;
  if (count === 0) throw noDeleted();
}
