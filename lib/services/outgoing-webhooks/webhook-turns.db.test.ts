import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { attemptDelivery } from './attempt-delivery';
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries';
import { deleteWebhook } from './delete-webhook';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { getWebhook } from './get-webhook';
import { listDeliveries } from './list-deliveries';
import { recordAttempt } from './record-attempts';
import { redeliver } from './redeliver';
import type { Webhook } from './schema';
import { setWebhookActive } from './set-webhook-active';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';
import { TIME_AT_RATE } from './webhook-turns';

const FIRST = '00000000-0000-0000-0000-000000000000';
let mill: SubscribedWorkspace;
let server: LoopbackHttpServer;
let statusOf: (request: ReceivedRequest, index: number) => number;
let mostAtOnce = 0;
const loops: DeliveryLoop[] = [];

beforeAll(openForDeliveries);
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
  statusOf = () => 200;
  mostAtOnce = 0;
  let atOnce = 0;
  server = await startHttpServer((request, response, index) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    // A turn of the event loop, so that requests that come at once are seen at once.
    setImmediate(() => response.writeHead(statusOf(request, index)).end());
  });
});
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop(0);
  await server.close();
});
afterAll(closeAfterDeliveries);

async function claim(): Promise<ClaimedDelivery[]> {
  return (await claimDeliveries({ most: 100, after: FIRST, retries: true })).deliveries;
}
/** Workers that claim at the same moment. */
const claimTogether = async (): Promise<ClaimedDelivery[]> =>
  (await Promise.all(Array.from({ length: 6 }, claim))).flat();

async function send(deliveries: readonly ClaimedDelivery[]): Promise<void> {
  for (const delivery of deliveries) {
    const ended = await attemptDelivery(delivery, outboundClient());
    if (ended !== null) await recordAttempt(ended);
  }
}

/** Completes runs one after the other. @returns the ids of their deliveries, in this order */
async function completeMany(webhook: Webhook, count: number): Promise<string[]> {
  const now = Date.now();
  const executions: string[] = [];
  for (let n = 0; n < count; n += 1)
    executions.push(await mill.complete({ startedAtMs: now - 1_000, endedAtMs: now - count + n }));
  const { rows } = await pool().query<{ id: string; execution_id: string }>(
    'SELECT id, execution_id FROM runtime.webhook_delivery WHERE subscription_id = $1',
    [webhook.id],
  );
  const ids = new Map(rows.map((row) => [row.execution_id, row.id]));
  return executions.map((executionId) => ids.get(executionId)!);
}

const makeDue = (deliveryId: string) =>
  pool().query('UPDATE runtime.webhook_pending SET next_at = now() WHERE delivery_id = $1', [deliveryId]);
const turnOf = async ({ id }: Webhook) =>
  (await pool().query('SELECT * FROM runtime.webhook_turn WHERE subscription_id = $1', [id])).rows[0];
const sentIds = (): unknown[] => server.received.map(({ headers }) => headers['service-delivery-id']);
const idsOf = (deliveries: readonly ClaimedDelivery[]): string[] =>
  deliveries.map(({ deliveryId }) => deliveryId);

async function change(webhook: Webhook, given: { strictOrder?: boolean; maxPerMinute?: number | null }) {
  const { data } = await getWebhook(mill.writer, webhook);
  const { id, url, version, levelFilter, triggerFilter, extendedRetries, active } = data;
  const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData, includeTags } = data;
  await updateWebhook(mill.writer, {
    workspaceId: mill.workspaceId,
    id,
    url,
    version,
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
}

test('in strict order a delivery waits until the one before has ended, retries included', async () => {
  const webhook = await mill.subscribe(server.origin, { strictOrder: true });
  const [first, second, third] = await completeMany(webhook, 3);
  statusOf = (_, index) => (index === 0 ? 500 : 200);
  const claimed = await claim();
  expect(idsOf(claimed)).toEqual([first]);
  expect(await claim()).toEqual([]);
  await send(claimed);
  expect(await claim()).toEqual([]); // the first waits for its second attempt
  await makeDue(first!);
  const again = await claim();
  expect(again).toMatchObject([{ deliveryId: first, number: 2 }]);
  await send(again);
  const next = await claim();
  expect(idsOf(next)).toEqual([second]);
  await send(next);
  expect(idsOf(await claim())).toEqual([third]);
});

test('a delivery that failed for the last time lets the next one go', async () => {
  const webhook = await mill.subscribe(server.origin, { strictOrder: true });
  const [first, second] = await completeMany(webhook, 2);
  statusOf = () => 400;
  await send(await claim());
  expect(sentIds()).toEqual([first]);
  expect(idsOf(await claim())).toEqual([second]);
});

test('workers that claim at the same moment take one delivery in strict order', async () => {
  const ordered = await mill.subscribe(server.origin, { strictOrder: true });
  await mill.subscribe(server.origin);
  const expected = await completeMany(ordered, 5);
  const taken: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const claimed = await claimTogether();
    const mine = claimed.filter(({ webhookId }) => webhookId === ordered.id);
    expect(mine.length).toBeLessThanOrEqual(1);
    taken.push(...idsOf(mine));
    await send(claimed);
  }
  for (let more = await claim(); taken.length < 5; more = await claim()) {
    taken.push(...idsOf(more));
    await send(more);
  }
  expect(taken).toEqual(expected);
});

test('two processes deliver in the order of the runs, never two at once, over failures', async () => {
  const webhook = await mill.subscribe(server.origin, { strictOrder: true });
  const expected = await completeMany(webhook, 12);
  statusOf = (_, index) => (index % 4 === 1 ? 503 : 200);
  loops.push(startDeliveryLoop(), startDeliveryLoop());
  await eventually(async () => {
    // instead of the waits between attempts
    await pool().query(
      'UPDATE runtime.webhook_pending SET next_at = now() WHERE lease_token IS NULL AND next_at > now()',
    );
    return (await pool().query('SELECT FROM runtime.webhook_pending')).rowCount === 0;
  });
  const inOrder = sentIds().filter((id, index, all) => id !== all[index - 1]);
  expect(inOrder).toEqual(expected);
  expect(server.received.length).toBeGreaterThan(12);
  expect(mostAtOnce).toBe(1);
});

test('a redelivery by hand queues up too, and does not overtake', async () => {
  const webhook = await mill.subscribe(server.origin, { strictOrder: true });
  const [first, second, third] = await completeMany(webhook, 3);
  await send(await claim());
  await redeliver(mill.writer, { workspaceId: mill.workspaceId, id: webhook.id, deliveryId: third! });
  await redeliver(mill.writer, { workspaceId: mill.workspaceId, id: webhook.id, deliveryId: first! });
  for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
    expect(claimed).toHaveLength(1);
    await send(claimed);
  }
  expect(sentIds()).toEqual([first, second, third, first]);
});

test('deliveries of a paused subscription are cancelled at once, without an order', async () => {
  const webhook = await mill.subscribe(server.origin, { strictOrder: true, maxPerMinute: 1 });
  await completeMany(webhook, 4);
  await setWebhookActive(mill.writer, { workspaceId: mill.workspaceId, id: webhook.id, active: false });
  const claimed = await claim();
  expect(claimed.map(({ target }) => target)).toEqual(['paused', 'paused', 'paused', 'paused']);
});

test('what waits for its turn has no time, what waits to be retried does', async () => {
  const { workspaceId } = mill;
  const webhook = await mill.subscribe(server.origin, { strictOrder: true });
  const [first, second] = await completeMany(webhook, 2);
  statusOf = () => 500;
  await send(await claim());
  const { data } = await listDeliveries(mill.reader, { workspaceId, id: webhook.id, limit: 10 });
  const times = new Map(data.map(({ id, nextAttemptAt }) => [id, nextAttemptAt]));
  expect(times.get(second!)).toBeNull();
  expect(times.get(first!)).toEqual(expect.any(String));
});

test('a rate lets one second’s worth go, then nothing until its time has passed', async () => {
  const webhook = await mill.subscribe(server.origin, { maxPerMinute: 240 });
  await completeMany(webhook, 7);
  const claimed = await claim();
  expect(claimed).toHaveLength(4);
  await pool().query(
    `UPDATE runtime.webhook_turn SET next_at = now() + interval '1 hour' WHERE subscription_id = $1`,
    [webhook.id],
  );
  expect(await claimTogether()).toEqual([]);
  await send(claimed);
  expect(await claim()).toEqual([]);
  await pool().query('UPDATE runtime.webhook_turn SET next_at = now() WHERE subscription_id = $1', [
    webhook.id,
  ]);
  expect(await claim()).toHaveLength(3);
});

test('workers that claim at the same moment keep the rate together', async () => {
  const webhook = await mill.subscribe(server.origin, { maxPerMinute: 1 });
  await completeMany(webhook, 4);
  expect(await claimTogether()).toHaveLength(1);
  expect(await claimTogether()).toEqual([]);
  expect((await turnOf(webhook)).claims).toBe(1);
});

test('no minute has more requests than the rate, wherever it begins', async () => {
  const seconds = (interval: string) => `extract(epoch FROM ${interval})`;
  const { rows } = await pool().query<{ n: number }>(
    `SELECT n FROM generate_series(1, 6000) AS n
     WHERE (n + 59) / 60 + ceil(round(60000000 / ${seconds(TIME_AT_RATE('1000000', 'n'))}, 3)) - 1 > n`,
  );
  expect(rows).toEqual([]);
});

test('waiting deliveries go by themselves once the rate allows', async () => {
  const webhook = await mill.subscribe(server.origin, { maxPerMinute: 6_000 });
  await completeMany(webhook, 30);
  loops.push(startDeliveryLoop());
  await eventually(() => server.received.length === 30);
  expect((await turnOf(webhook)).claims).toBeGreaterThan(1);
});

test('a subscription takes turns while it has an order or a rate, and leaves nothing behind', async () => {
  const webhook = await mill.subscribe(server.origin);
  expect(webhook).toMatchObject({ strictOrder: false, maxPerMinute: null });
  expect(await turnOf(webhook)).toBeUndefined();
  await change(webhook, { maxPerMinute: 10 });
  await change(webhook, {});
  expect(await turnOf(webhook)).toMatchObject({ claims: 0 });
  await change(webhook, { maxPerMinute: null });
  expect(await turnOf(webhook)).toBeUndefined();
  await change(webhook, { strictOrder: true });
  await deleteWebhook(mill.writer, { workspaceId: mill.workspaceId, id: webhook.id });
  expect(await turnOf(webhook)).toBeUndefined();
});

test('without order and rate, claims take as many as before', async () => {
  const webhook = await mill.subscribe(server.origin);
  const expected = await completeMany(webhook, 8);
  expect(idsOf(await claim()).sort()).toEqual(expected.sort());
});
