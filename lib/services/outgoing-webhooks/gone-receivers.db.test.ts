import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma } from '../../platform/postgres/db';
import { attemptDelivery } from './attempt-delivery';
import { claimDeliveries } from './claim-deliveries';
import { getWebhook } from './get-webhook';
import { recordAttempt } from './record-attempts';
import type { Webhook } from './schema';
import { sendTest } from './send-test';
import { setWebhookActive } from './set-webhook-active';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';

let mill: SubscribedWorkspace;
let receiver: LoopbackHttpServer;
let status: number;
let webhook: Webhook;

beforeAll(openForDeliveries);
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
  status = 410;
  receiver = await startHttpServer((_request, response) => void response.writeHead(status).end());
  webhook = await mill.subscribe(receiver.origin);
});
afterEach(() => receiver.close());
afterAll(closeAfterDeliveries);

const now = async () => (await getWebhook(mill.reader, webhook)).data;

/** Completes that many executions, and immediately sends every waiting delivery. */
async function deliver(executions = 1): Promise<void> {
  for (let index = 0; index < executions; index += 1) await mill.complete();
  await pool().query('UPDATE runtime.webhook_pending SET next_at = now()');
  const { deliveries } = await claimDeliveries({ most: executions, after: newId(0), retries: true });
  const ended = await Promise.all(deliveries.map((delivery) => attemptDelivery(delivery, outboundClient())));
  await Promise.all(ended.map((end) => recordAttempt(end!)));
}

test('a second 410 confirms the first: the subscription is disabled, in words', async () => {
  await deliver();
  const warned = await now();
  expect(warned).toMatchObject({ state: 'active', disabledReason: null });
  expect(warned.health.lastReason).toMatch(/410: it wants no more.* A second 410 in a row disables/);
  await deliver();
  expect(await now()).toMatchObject({ state: 'disabled', active: false, disabledReason: 'gone' });
  expect(
    await prisma().auditEvent.findMany({ where: { action: 'webhook.disabled', target: webhook.id } }),
  ).toMatchObject([{ actor: 'system', detail: { reason: 'gone' } }]);
  expect(receiver.received).toHaveLength(2);
  // An event that completes from now on is not sent any more.
  await deliver();
  expect(receiver.received).toHaveLength(2);
});

test('several at once confirm nothing: they were sent before the first was known', async () => {
  await deliver(3);
  expect(receiver.received).toHaveLength(3);
  expect(await now()).toMatchObject({ state: 'active' });
  await deliver();
  expect(await now()).toMatchObject({ state: 'disabled', disabledReason: 'gone' });
});

test.each([200, 404, 500])('a %i in between takes the first back', async (between) => {
  await deliver();
  status = between;
  await deliver();
  await pool().query('DELETE FROM runtime.webhook_pending');
  status = 410;
  await deliver();
  expect(await now()).toMatchObject({ state: 'active', disabledReason: null });
});

test('another URL begins anew', async () => {
  await deliver();
  const other = await startHttpServer((_request, response) => void response.writeHead(410).end());
  try {
    const { url: _, ...settings } = webhook;
    const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData } = settings;
    const { includeTags } = settings;
    const { levelFilter, triggerFilter, extendedRetries, active, version, id, workspaceId } = settings;
    await updateWebhook(mill.writer, {
      id,
      workspaceId,
      version,
      url: other.origin,
      active,
      levelFilter,
      triggerFilter,
      extendedRetries,
      includeFinalOutput,
      includeTraceSpans,
      includeRateLimits,
      includeUsageData,
      includeTags,
    });
    await deliver();
    expect(await now()).toMatchObject({ state: 'active' });
  } finally {
    await other.close();
  }
});

test('a successful test, or resuming, brings it back and forgets both', async () => {
  await deliver();
  await deliver();
  status = 200;
  expect((await sendTest(mill.writer, webhook)).data.state).toBe('succeeded');
  expect(await now()).toMatchObject({ state: 'active', disabledAt: null, disabledReason: null });
  status = 410;
  await deliver();
  await deliver();
  expect(await now()).toMatchObject({ state: 'disabled' });
  await setWebhookActive(mill.writer, { ...webhook, active: true });
  expect(await now()).toMatchObject({ state: 'active', disabledReason: null });
  await deliver();
  expect(await now()).toMatchObject({ state: 'active' });
});
