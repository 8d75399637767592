import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma } from '../../platform/postgres/db';
import type { Scope } from '../access/actor';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { createApiKey } from '../api-keys/create-api-key';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import type { Delivery, DeliveryDetail, Webhook } from './schema';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';

const OUTPUT = 'what a run put out';
let api: TestApi;
let mill: SubscribedWorkspace;
let receiver: LoopbackHttpServer;
let status: number;
let loop: DeliveryLoop;

beforeAll(async () => {
  await openForDeliveries();
  api = await startTestApi();
});
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  status = 200;
  // It repeats what it was sent, as some do.
  receiver = await startHttpServer(({ body }, response) =>
    response.writeHead(status, { 'x-was': 'here' }).end(body),
  );
  loop = startDeliveryLoop();
});
afterEach(async () => {
  await loop.stop(0);
  await receiver.close();
});
afterAll(async () => {
  await api.close();
  await closeAfterDeliveries();
});

/** Calls `/api/v1/webhooks…` with a key of the writer. */
async function callerOf(...scopes: Scope[]) {
  const choice = { name: 'k', scopes, workspaceIds: [mill.workspaceId], expiresAt: null };
  const headers = { 'x-api-key': (await createApiKey(mill.writer, choice)).secret };
  return (method: string, path: string, body?: object) =>
    api.call(method, `/api/v1/webhooks${path}`, headers, body);
}
type Caller = Awaited<ReturnType<typeof callerOf>>;

const ended = () => mill.complete({ finalOutput: JSON.stringify({ text: OUTPUT }) });
const settingsOf = ({ url, levelFilter, triggerFilter, extendedRetries, active, ...rest }: Webhook) => {
  const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData } = rest;
  const options = { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData };
  return { url, levelFilter, triggerFilter, extendedRetries, active, ...options };
};
async function update(call: Caller, id: string, change: object) {
  const webhook = (await call('GET', `/${id}`)).body.data as unknown as Webhook;
  const { version } = webhook;
  return call('PUT', `/${id}`, { ...settingsOf(webhook), version, ...change });
}
async function deliveryIn(call: Caller, id: string, state: string): Promise<Delivery> {
  const list = async () =>
    (await call('GET', `/${id}/deliveries?state=${state}`)).body.data as unknown as Delivery[];
  await eventually(async () => (await list()).length > 0);
  return (await list())[0]!;
}
const detailOf = async (call: Caller, id: string, deliveryId: string) =>
  (await call('GET', `/${id}/deliveries/${deliveryId}`)).body.data as unknown as DeliveryDetail;

test('a key reads deliveries without what runs put out, unless it may read logs', async () => {
  const { id } = await mill.subscribe(`${receiver.origin}/hook`, { includeFinalOutput: true });
  const [webhooks, logs] = [await callerOf('webhooks:read'), await callerOf('webhooks:read', 'logs:read')];
  await ended();
  const { id: deliveryId, executionId } = await deliveryIn(webhooks, id, 'succeeded');
  const shown = await detailOf(logs, id, deliveryId);
  expect(shown).toMatchObject({ withheld: null, body: expect.stringContaining(OUTPUT) });
  expect(shown.attemptLog[0]?.response?.body.text).toBe(shown.body);
  const withheld = await detailOf(webhooks, id, deliveryId);
  expect(JSON.stringify(withheld)).not.toContain(OUTPUT);
  expect(withheld).toMatchObject({
    executionId,
    state: 'succeeded',
    body: '',
    withheld: expect.stringContaining('logs:read'),
    attemptLog: [{ status: 200, outcome: 'succeeded', response: { status: 200, headers: [] } }],
  });
});

test('a test delivery, whose run is made up, is shown to every key', async () => {
  const { id } = await mill.subscribe(`${receiver.origin}/hook`, { includeFinalOutput: true });
  const call = await callerOf('webhooks:write');
  const sent = (await call('POST', `/${id}/test`)).body.data as unknown as DeliveryDetail;
  expect(sent).toMatchObject({ withheld: null, body: expect.stringContaining('finalOutput') });
});

test('a key subscribes to what runs put out only if it may read logs', async () => {
  const call = await callerOf('webhooks:write');
  const allowed = await callerOf('webhooks:write', 'logs:read');
  const of = { workspaceId: mill.workspaceId, workflowId: mill.exampleId, url: `${receiver.origin}/hook` };
  for (const option of ['includeFinalOutput', 'includeTraceSpans']) {
    expect(await call('POST', '', { ...of, [option]: true })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining('logs:read') },
    });
    expect((await allowed('POST', '', { ...of, [option]: true })).status).toBe(201);
  }
  const made = await call('POST', '', { ...of, includeUsageData: true });
  expect(made.status).toBe(201);
  const { id } = made.body.data as { id: string };
  expect((await update(call, id, { includeTraceSpans: true })).status).toBe(403);
  expect((await update(call, id, { url: `${receiver.origin}/other` })).status).toBe(200);
  expect((await update(allowed, id, { includeTraceSpans: true })).status).toBe(200);
});

test('a key sets a transform, whose words are shown when it fails, only if it may read logs', async () => {
  const call = await callerOf('webhooks:write');
  const allowed = await callerOf('webhooks:write', 'logs:read');
  const url = `${receiver.origin}/hook`;
  const transform = 'throw new Error(JSON.stringify(event));';
  const of = { workspaceId: mill.workspaceId, workflowId: mill.exampleId, url };
  expect(await call('POST', '', { ...of, transform })).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('logs:read') },
  });
  const { id } = await mill.subscribe(url);
  expect((await update(call, id, { transform })).status).toBe(403);
  expect((await update(allowed, id, { transform })).status).toBe(200);
  expect((await update(call, id, { transform, levelFilter: ['info'] })).status).toBe(200);
  expect((await update(call, id, { transform: null })).status).toBe(200);
});

test('such a key leads no data of runs to another URL, neither what comes nor what was', async () => {
  const { id } = await mill.subscribe(`${receiver.origin}/hook`, { includeFinalOutput: true });
  const call = await callerOf('webhooks:write');
  const elsewhere = { url: `${receiver.origin}/elsewhere` };
  expect((await update(call, id, elsewhere)).status).toBe(403);
  expect((await update(call, id, { ...elsewhere, includeFinalOutput: false })).status).toBe(403);
  expect((await update(call, id, { levelFilter: ['info'] })).status).toBe(200);

  status = 503;
  await ended();
  const waiting = await deliveryIn(call, id, 'pending');
  expect((await update(call, id, { includeFinalOutput: false })).status).toBe(200);
  await eventually(() => receiver.received.length > 0);
  expect((await update(call, id, elsewhere)).status).toBe(403);
  await pool().query('DELETE FROM runtime.webhook_pending WHERE subscription_id = $1', [id]);
  await pool().query(`UPDATE runtime.webhook_delivery SET state = 'failed' WHERE subscription_id = $1`, [id]);
  expect((await update(call, id, elsewhere)).status).toBe(200);
  expect((await call('POST', `/${id}/deliveries/${waiting.id}/redeliver`)).status).toBe(403);
  expect((await call('POST', `/${id}/redeliveries`, { since: '2026-01-01' })).status).toBe(403);
  expect(receiver.received.filter(({ url }) => url === '/elsewhere')).toEqual([]);
  const allowed = await callerOf('webhooks:write', 'logs:read');
  expect((await allowed('POST', `/${id}/redeliveries`, { since: '2026-01-01' })).status).toBe(202);
});
