import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import type { EndpointInput } from '../../platform/http/endpoint';
import { newId } from '../../platform/ids';
import { type Actor, requireRole } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import { notifyOfSubscription } from './change-webhook';
import type { createWebhookEndpoint } from './endpoints';
import { getWebhook } from './get-webhook';
import { holdsRunData, requireRunData, SETTING_A_TRANSFORM } from './run-data';
import type { Webhook } from './schema';
import { restoreHeaders, sealHeaders } from './sealed-headers';
import { chooseSecret, sealSecret } from './sealed-secret';
import { sealUrl } from './sealed-url';
import { vetUrl } from './vet-url';
import { concealUrl } from './webhook-row';
import { keepTurns } from './webhook-turns';

export type CreateWebhook = EndpointInput<typeof createWebhookEndpoint>['body'] & {
  externalId?: string | null;
};

/**
 * Every completion from the commit on is delivered. @throws AppError forbidden, not_found, invalid_request
 */
export const createWebhook = defineVerb({
  role: 'writer',
  quota: 'webhooks',
  audit: 'webhook.created',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    {
      workspaceId,
      workflowId,
      externalId = null,
      secret: choice,
      headers,
      tagFilter,
      ...settings
    }: CreateWebhook,
    change,
  ): Promise<{ data: Webhook; secret: string | null }> {
    await requireCovered(actor, workspaceId, workflowId);
    if (holdsRunData(settings)) requireRunData(actor, 'Subscribing to final output or trace spans');
    if (settings.transform !== null) requireRunData(actor, SETTING_A_TRANSFORM);
    await vetUrl(settings.url);
    const id = newId();
    const ownHeaders = restoreHeaders(headers, []);
    const chosen = choice === undefined ? null : chooseSecret(choice);
    await change({ workspaceId }, async (tx) => {
      if (workflowId !== null) await holdWorkflow(tx, workflowId);
      await tx.webhookSubscription.create({
        data: {
          id,
          workspaceId,
          workflowId,
          externalId,
          ...settings,
          ...sealHeaders(id, ownHeaders),
          tagFilter: tagFilter ?? [],
          url: sealUrl(id, settings.url),
          secret: chosen === null ? null : sealSecret(id, chosen.secret),
          secretSetAt: chosen === null ? null : new Date(),
          updatedById: actor.userId,
        },
      });
      await keepTurns(tx, id, settings);
      const detail = {
        ...audited(settings.name, workflowId),
        url: concealUrl(settings.url),
        signed: chosen !== null,
      };
      return { result: undefined, audit: { target: id, detail } };
    });
    await notifyOfSubscription(workflowId);
    const { data } = await getWebhook(actor, { workspaceId, id });
    return { data, secret: chosen?.shown ?? null };
  },
});

/** @throws AppError forbidden, not_found */
async function requireCovered(actor: Actor, workspaceId: string, workflowId: string | null): Promise<void> {
  if (workflowId === null) return requireRole(actor, workspaceId, 'writer');
  const workflow = await findWorkflow(actor, workflowId, 'writer');
  if (workflow.workspaceId !== workspaceId) throw noWorkflow();
}

/** Keeps the workflow from being deleted before the subscription is there. @throws AppError not_found */
async function holdWorkflow(tx: Prisma.TransactionClient, workflowId: string): Promise<void> {
  const kept = await tx.$queryRaw<unknown[]>`
    SELECT FROM workflow WHERE id = ${workflowId}::uuid AND deleted_at IS NULL FOR SHARE`;
  if (kept.length === 0) throw noWorkflow();
}

/** The members of an audit entry that say which subscription it is. */
const audited = (name: string, workflowId: string | null) => ({
  ...(name === '' ? {} : { name }),
  workflowId,
});

const noWorkflow = (): AppError => new AppError('not_found', 'Workflow not found.');
