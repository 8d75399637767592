import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { getDelivery } from './get-delivery';
import { getWebhook } from './get-webhook';
import type { OwnHeader } from './header-schema';
import { listDeliveries } from './list-deliveries';
import { redeliver } from './redeliver';
import type { DeliveryDetail, Webhook } from './schema';
import { sendTest } from './send-test';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';
import { verifyReceiver } from './verify-receiver';

const KEY = 'a-key-of-the-gateway-4711';
const HEADERS: OwnHeader[] = [
  { name: 'X-Gateway-Key', value: KEY },
  { name: 'X-Tenant', value: 'acme' },
];
const SHOWN = HEADERS.map(({ name }) => ({ name, value: '***' }));

let mill: SubscribedWorkspace;
let server: LoopbackHttpServer;
let loop: DeliveryLoop;

beforeAll(openForDeliveries);
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
  server = await startHttpServer((_, response) => response.writeHead(200).end());
  loop = startDeliveryLoop();
});
afterEach(async () => {
  await loop.stop(0);
  await server.close();
});
afterAll(closeAfterDeliveries);

const subscribe = (headers = HEADERS): Promise<Webhook> =>
  mill.subscribe(server.origin, { headers, secret: { value: 'a secret of the receiver' } });

const change = async (webhook: Webhook, given: { url?: string; headers?: OwnHeader[] }) => {
  const { id, levelFilter, triggerFilter, extendedRetries, active } = webhook;
  const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData, includeTags } = webhook;
  const { data } = await getWebhook(mill.writer, webhook);
  return updateWebhook(mill.writer, {
    workspaceId: mill.workspaceId,
    id,
    version: data.version,
    url: data.url,
    levelFilter,
    triggerFilter,
    extendedRetries,
    active,
    includeFinalOutput,
    includeTraceSpans,
    includeRateLimits,
    includeUsageData,
    includeTags,
    ...given,
  });
};

async function ended(webhook: Webhook): Promise<DeliveryDetail> {
  const { workspaceId } = mill;
  const newest = async () =>
    (await listDeliveries(mill.reader, { workspaceId, id: webhook.id, limit: 1 })).data[0]!;
  await eventually(async () => (await newest()).state !== 'pending');
  const address = { workspaceId, id: webhook.id, deliveryId: (await newest()).id };
  return (await getDelivery(mill.reader, address)).data;
}

const sentKeys = (): unknown[] => server.received.map(({ headers }) => headers['x-gateway-key']);

test('own headers go with deliveries, tests and checks, and are masked wherever they are shown', async () => {
  const webhook = await subscribe();
  expect(webhook.headers).toEqual(SHOWN);
  expect((await getWebhook(mill.reader, webhook)).data.headers).toEqual(SHOWN);
  await mill.complete();
  const delivery = await ended(webhook);
  const tested = await sendTest(mill.writer, webhook);
  const verified = await verifyReceiver(mill.writer, webhook);
  expect(sentKeys()).toEqual([KEY, KEY, KEY, KEY, KEY]);
  expect(server.received[0]!.headers).toMatchObject({ 'x-tenant': 'acme' });
  expect(delivery.attemptLog[0]!.request!.headers).toContainEqual(['X-Gateway-Key', '***']);
  const shown = JSON.stringify([webhook, delivery, tested, verified]);
  expect([shown.includes(KEY), shown.includes('acme')]).toEqual([false, false]);
  const stored = await pool().query('SELECT * FROM webhook_subscription WHERE id = $1', [webhook.id]);
  expect(stored.rows[0].header_values.includes(KEY)).toBe(false);
  const attempts = await pool().query('SELECT request FROM runtime.webhook_attempt WHERE delivery_id = $1', [
    delivery.id,
  ]);
  expect(JSON.stringify(attempts.rows)).not.toContain(KEY);
});

test('*** keeps the value of that name; an edit without headers keeps all', async () => {
  const webhook = await subscribe();
  await change(webhook, {});
  const [key] = SHOWN as [OwnHeader];
  const { data } = await change(webhook, { headers: [{ name: 'X-New', value: 'n' }, key] });
  expect(data.headers.map(({ name }) => name)).toEqual(['X-New', 'X-Gateway-Key']);
  await mill.complete();
  await ended(webhook);
  expect(server.received[0]!.headers).toMatchObject({ 'x-new': 'n', 'x-gateway-key': KEY });
  expect(server.received[0]!.headers).not.toHaveProperty('x-tenant');
  expect((await change(webhook, { headers: [] })).data.headers).toEqual([]);
});

test('a stored value is never sent to another server than it was entered for', async () => {
  const webhook = await subscribe();
  const other = await startHttpServer((_, response) => response.writeHead(200).end());
  try {
    expect(await refusalOf(change(webhook, { url: other.origin }))).toBe('invalid_request');
    expect(await refusalOf(change(webhook, { url: other.origin, headers: SHOWN }))).toBe('invalid_request');
    expect((await change(webhook, { url: `${server.origin}/path` })).data.headers).toEqual(SHOWN);
    await change(webhook, { url: other.origin, headers: [{ name: 'X-Tenant', value: 'other' }] });
    await sendTest(mill.writer, webhook);
    expect(other.received[0]!.headers).toMatchObject({ 'x-tenant': 'other' });
    expect(other.received[0]!.headers).not.toHaveProperty('x-gateway-key');
  } finally {
    await other.close();
  }
});

test('*** stands for nothing in a new subscription, nor under another name', async () => {
  expect(await refusalOf(subscribe(SHOWN))).toBe('invalid_request');
  const webhook = await subscribe();
  const renamed = [{ name: 'X-Other', value: '***' }];
  expect(await refusalOf(change(webhook, { headers: renamed }))).toBe('invalid_request');
});

test('headers that can’t be decrypted stop the delivery; those set later go with the next', async () => {
  const webhook = await subscribe();
  await pool().query(
    'UPDATE webhook_subscription SET header_values = substring(header_values from 2) WHERE id = $1',
    [webhook.id],
  );
  await mill.complete();
  await eventually(async () => {
    const { rowCount } = await pool().query(
      `SELECT FROM runtime.webhook_attempt a JOIN runtime.webhook_delivery d ON d.id = a.delivery_id
       WHERE d.subscription_id = $1 AND a.code = 'SECRET_UNREADABLE'`,
      [webhook.id],
    );
    return rowCount === 1;
  });
  expect(server.received).toHaveLength(0);
  expect(await refusalOf(change(webhook, { headers: [SHOWN[0]!, { name: 'X-New', value: 'n' }] }))).toBe(
    'invalid_request',
  );
  await change(webhook, { headers: HEADERS });
  const { workspaceId } = mill;
  const { data } = await listDeliveries(mill.reader, { workspaceId, id: webhook.id, limit: 1 });
  await redeliver(mill.writer, { workspaceId, id: webhook.id, deliveryId: data[0]!.id });
  await ended(webhook);
  expect(sentKeys()).toEqual([KEY]);
});
