import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import type { EndpointInput } from '../../platform/http/endpoint';
import { type Actor, mayReadRuns } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { restoreUrl } from '../workflows/restore-concealed';
import { changeHeaders } from './change-headers';
import {
  changeWebhook,
  clearGoneStrikes,
  forgetFailures,
  NOT_VERIFIED,
  type StoredWebhook,
} from './change-webhook';
import type { updateWebhookEndpoint } from './endpoints';
import { findWebhook, type WebhookAddress } from './find-webhook';
import { getWebhook } from './get-webhook';
import { FLAGS_HOLD_RUN_DATA, holdsRunData, requireRunData, SETTING_A_TRANSFORM } from './run-data';
import type { Webhook, WebhookSettings } from './schema';
import { openUrl, sealUrl } from './sealed-url';
import { vetUrl } from './vet-url';
import { concealUrl } from './webhook-row';
import { keepTurns } from './webhook-turns';

type UpdateWebhook = EndpointInput<typeof updateWebhookEndpoint>['body'] & WebhookAddress;

/** Attempts that start after this use the new settings. @throws AppError conflict for a stale `version` */
export const updateWebhook = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: 'webhook.updated',
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { workspaceId, id, version, name, headers, tagFilter, ...given }: UpdateWebhook,
    change,
  ): Promise<{ data: Webhook }> {
    const address = { workspaceId, id };
    const urlBefore = openUrl(id, (await findWebhook(actor, address, 'writer')).url);
    const url = restoreUrl(given.url, urlBefore);
    const settings = {
      ...given,
      ...(name === undefined ? {} : { name }),
      ...(tagFilter === undefined ? {} : { tagFilter: tagFilter ?? [] }),
      url,
    };
    if (settings.url !== urlBefore) await vetUrl(settings.url);
    await changeWebhook(change, address, async (tx, row) => {
      if (row.version !== version) throw await staleEdit(tx, row);
      if (!mayReadRuns(actor)) await requireNoRunData(actor, tx, row, settings);
      const ownHeaders = changeHeaders(row, { headers, urlBefore, url });
      if (settings.active && !row.active) await forgetFailures(tx, id);
      if (settings.url !== urlBefore) await clearGoneStrikes(tx, id);
      await tx.webhookSubscription.update({
        where: { id },
        data: {
          ...settings,
          ...(settings.url === urlBefore ? {} : NOT_VERIFIED),
          ...ownHeaders,
          url: sealUrl(id, settings.url),
          disabledAt: settings.active ? null : row.disabledAt,
          disabledReason: settings.active ? null : row.disabledReason,
          version: { increment: 1 },
          updatedAt: new Date(),
          updatedById: actor.userId,
        },
      });
      const { strictOrder = row.strictOrder, maxPerMinute = row.maxPerMinute } = settings;
      await keepTurns(tx, id, { strictOrder, maxPerMinute });
      const stored = { ...row, url: openUrl(id, row.url) };
      const changed = Object.entries(settings)
        .filter(
          ([name, value]) => JSON.stringify(stored[name as keyof typeof stored]) !== JSON.stringify(value),
        )
        .map(([name]) => name);
      if (ownHeaders !== null) changed.push('headers');
      return { action: 'webhook.updated', detail: { changed, url: concealUrl(settings.url) } };
    });
    return getWebhook(actor, address);
  },
});

/** Neither more of runs than before, nor to another URL than before. @throws AppError forbidden */
async function requireNoRunData(
  actor: Actor,
  tx: Prisma.TransactionClient,
  row: StoredWebhook,
  settings: WebhookSettings,
): Promise<void> {
  const gains =
    (settings.includeFinalOutput && !row.includeFinalOutput) ||
    (settings.includeTraceSpans && !row.includeTraceSpans);
  if (gains) requireRunData(actor, 'Subscribing to final output or trace spans');
  const { transform = row.transform } = settings;
  if (transform !== null && transform !== row.transform) requireRunData(actor, SETTING_A_TRANSFORM);
  if (settings.url === openUrl(row.id, row.url)) return;
  // Waiting deliveries are sent to the new URL too.
  const waiting = await tx.$queryRaw<unknown[]>`
    SELECT FROM runtime.webhook_pending WHERE subscription_id = ${row.id}::uuid
      AND ${Prisma.raw(FLAGS_HOLD_RUN_DATA('includes'))} LIMIT 1`;
  if (holdsRunData(row) || waiting.length > 0)
    requireRunData(actor, 'Changing the URL of a subscription that sends final output or trace spans');
}

export async function staleEdit(tx: Prisma.TransactionClient, row: StoredWebhook): Promise<AppError> {
  const { version, updatedAt, updatedById } = row;
  const by = updatedById === null ? null : await tx.user.findUnique({ where: { id: updatedById } });
  const words = `${by?.name ?? 'Somebody'} changed it since you opened it. Check the change and save again.`;
  return new AppError('conflict', words, {
    issues: [{ param: 'version', code: 'stale', message: `It is at version ${version} now.` }],
    extensions: {
      currentVersion: version,
      updatedAt: updatedAt.toISOString(),
      updatedBy: by === null ? null : { userId: by.id, name: by.name },
    },
  });
}
