import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { attemptDelivery } from './attempt-delivery';
import { claimDeliveries } from './claim-deliveries';
import { getDelivery } from './get-delivery';
import { listDeliveries } from './list-deliveries';
import { recordAttempt } from './record-attempts';
import { releaseInterrupted } from './release-interrupted';
import type { DeliveryDetail, Webhook } from './schema';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';

const HOUR_MS = 3_600_000;
const WAITS_MS = [5_000, 15_000, 60_000, 180_000, ...[0.5, 2, 5, 10, 24].map((hours) => hours * HOUR_MS)];
let mill: SubscribedWorkspace;
let receiver: LoopbackHttpServer;

beforeAll(openForDeliveries);
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
  receiver = await startHttpServer((_request, response) => void response.writeHead(503).end());
});
afterEach(() => receiver.close());
afterAll(closeAfterDeliveries);

async function only(webhook: Webhook): Promise<DeliveryDetail> {
  const address = { workspaceId: mill.workspaceId, id: webhook.id };
  const { data } = await listDeliveries(mill.reader, { ...address, limit: 10 });
  return (await getDelivery(mill.reader, { ...address, deliveryId: data[0]!.id })).data;
}

/** Makes the attempt that waits, as if its time had come. @returns whether there was one */
async function attemptNow(): Promise<boolean> {
  await pool().query('UPDATE runtime.webhook_pending SET next_at = now()');
  const { deliveries } = await claimDeliveries({ most: 1, after: newId(0), retries: true });
  if (deliveries.length === 0) return false;
  return recordAttempt((await attemptDelivery(deliveries[0]!, outboundClient()))!);
}

test('a subscription with extended retries is tried ten times in 41 hours, one id and body', async () => {
  const webhook = await mill.subscribe(receiver.origin, { extendedRetries: true });
  expect(webhook.extendedRetries).toBe(true);
  await mill.complete();
  for (const [index, waitMs] of WAITS_MS.entries()) {
    expect(await attemptNow()).toBe(true);
    const afterMs = Date.now();
    const delivery = await only(webhook);
    expect(delivery).toMatchObject({ state: 'pending', attempts: index + 1, maxAttempts: 10 });
    const { startedAt, retryAt } = delivery.attemptLog.at(-1)!;
    expect(Date.parse(retryAt!)).toBeGreaterThanOrEqual(Date.parse(startedAt) + waitMs);
    expect(Date.parse(retryAt!)).toBeLessThanOrEqual(afterMs + Math.ceil(waitMs * 1.1));
    expect(delivery.nextAttemptAt).not.toBeNull();
  }
  expect(await attemptNow()).toBe(true);
  expect(await only(webhook)).toMatchObject({ state: 'failed', attempts: 10, nextAttemptAt: null });
  expect(await attemptNow()).toBe(false);
  const sent = (pick: (request: (typeof receiver.received)[number]) => unknown) =>
    new Set(receiver.received.map(pick)).size;
  expect(receiver.received).toHaveLength(10);
  expect([sent(({ body }) => body), sent(({ headers }) => headers['service-delivery-id'])]).toEqual([1, 1]);
});

test('switched off meanwhile, the waiting attempt is the last; never switched on, the fifth is', async () => {
  const off = await mill.subscribe(receiver.origin);
  await mill.complete();
  for (let number = 1; number <= 5; number += 1) expect(await attemptNow()).toBe(true);
  expect(await only(off)).toMatchObject({ state: 'failed', attempts: 5, maxAttempts: 5 });

  await pool().query('DELETE FROM webhook_subscription WHERE id = $1', [off.id]);
  const webhook = await mill.subscribe(receiver.origin, { extendedRetries: true });
  await mill.complete();
  for (let number = 1; number <= 6; number += 1) expect(await attemptNow()).toBe(true);
  const { url, includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData } = webhook;
  const { includeTags, levelFilter, triggerFilter, version, id } = webhook;
  await updateWebhook(mill.writer, {
    workspaceId: mill.workspaceId,
    id,
    version,
    url,
    levelFilter,
    triggerFilter,
    active: true,
    includeFinalOutput,
    includeTraceSpans,
    includeRateLimits,
    includeUsageData,
    includeTags,
    extendedRetries: false,
  });
  expect(await attemptNow()).toBe(true);
  expect(await only(webhook)).toMatchObject({ state: 'failed', attempts: 7 });
});

test('attempts that crash after crash interrupts are numbered up to ten', async () => {
  const webhook = await mill.subscribe(receiver.origin, { extendedRetries: true });
  await mill.complete();
  const numbers = new Set<number>();
  for (let round = 0; round < 60; round += 1) {
    const { rowCount } = await pool().query(
      `UPDATE runtime.webhook_pending SET lease_token = gen_random_uuid(), lease_owner = $1,
        leased_at = now(), next_at = now()`,
      [newId()],
    );
    if (rowCount === 0) break;
    numbers.add((await only(webhook)).attemptLog.at(-1)!.number);
    expect(await releaseInterrupted([])).toBe(1);
  }
  expect([...numbers]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await only(webhook)).toMatchObject({ state: 'failed' });
});
