import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { previewPayload } from './preview-payload';
import type { Webhook } from './schema';
import { sendTest } from './send-test';
import { setWebhookSecret } from './set-webhook-secret';
import { standardKeyOf } from './standard-webhooks';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';
import { verifyReceiver } from './verify-receiver';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes: yes').toString('base64')}`;
let mill: SubscribedWorkspace;
let server: LoopbackHttpServer;
let loop: DeliveryLoop;
/** The statuses of the next responses; 200 when there are none left. */
let statuses: number[] = [];

beforeAll(openForDeliveries);
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
  statuses = [];
  server = await startHttpServer((_, response) => response.writeHead(statuses.shift() ?? 200).end());
  loop = startDeliveryLoop();
});
afterEach(async () => {
  await loop.stop(0);
  await server.close();
});
afterAll(closeAfterDeliveries);

const received = async (count: number): Promise<ReceivedRequest[]> => {
  await eventually(() => server.received.length >= count);
  return server.received;
};

/** Saves the settings that programs had to give before there were options. */
const saveAsBefore = ({ id, version, url, levelFilter, triggerFilter, extendedRetries, active }: Webhook) =>
  updateWebhook(mill.writer, {
    workspaceId: mill.workspaceId,
    id,
    version,
    url,
    levelFilter,
    triggerFilter,
    extendedRetries,
    active,
    includeFinalOutput: false,
    includeTraceSpans: false,
    includeRateLimits: false,
    includeUsageData: false,
    includeTags: false,
  });

test('without options a delivery has none of their headers', async () => {
  const webhook = await mill.subscribe(server.origin, { secret: { value: SECRET } });
  expect(webhook).toMatchObject({ standardWebhooks: false, cloudEvents: false });
  await mill.complete();
  const [{ headers }] = (await received(1)) as [ReceivedRequest];
  expect(Object.keys(headers).filter((name) => /^(webhook|ce)-/.test(name))).toEqual([]);
});

test('Standard Webhooks: one id on all attempts, and a signature that its libraries accept', async () => {
  statuses = [500];
  await mill.subscribe(server.origin, { standardWebhooks: true, secret: { value: SECRET } });
  await mill.complete();
  await received(1);
  await eventually(async () => {
    const { rowCount } = await pool().query(
      `UPDATE runtime.webhook_pending SET next_at = now() WHERE lease_token IS NULL AND attempts = 1`,
    );
    return rowCount === 1;
  });
  const [first, second] = (await received(2)) as [ReceivedRequest, ReceivedRequest];
  for (const { headers, body } of [first, second]) {
    const [id, at] = [headers['webhook-id'], headers['webhook-timestamp']];
    expect(id).toBe(headers['service-delivery-id']);
    expect(at).toBe(String(Math.floor(Number(headers['service-timestamp']) / 1000)));
    const hmac = createHmac('sha256', standardKeyOf(SECRET)).update(`${id}.${at}.${body}`);
    expect(headers['webhook-signature']).toBe(`v1,${hmac.digest('base64')}`);
    expect(headers['service-signature']).toMatch(/^t=\d{13},v1=[0-9a-f]{64}$/);
  }
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
});

test('both secrets sign while a rotation overlaps, also tests and checks of the receiver', async () => {
  const options = { standardWebhooks: true, cloudEvents: true, secret: { value: SECRET } };
  const { id } = await mill.subscribe(server.origin, options);
  const address = { workspaceId: mill.workspaceId, id };
  await setWebhookSecret(mill.writer, { ...address, secret: { generate: true }, overlapSeconds: 60 });
  await sendTest(mill.writer, address);
  await verifyReceiver(mill.writer, address);
  const requests = await received(4);
  for (const { headers } of requests) {
    expect(headers['service-test']).toBe('true');
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect(headers['ce-specversion']).toBe('1.0');
  }
});

test('CloudEvents: attributes in headers, and the same body as without them', async () => {
  await mill.subscribe(server.origin, { cloudEvents: true });
  await mill.subscribe(server.origin);
  const executionId = await mill.complete();
  const requests = await received(2);
  const event = requests.find(({ headers }) => headers['ce-id'] !== undefined)!;
  const plain = requests.find((request) => request !== event)!;
  expect(event.body).toBe(plain.body);
  const { id, timestamp } = JSON.parse(event.body);
  expect(event.headers).toMatchObject({
    'content-type': 'application/json',
    'ce-specversion': '1.0',
    'ce-id': id,
    'ce-source': `/v1/workflows/${mill.exampleId}`,
    'ce-type': 'workflow.execution.completed',
    'ce-subject': executionId,
    'ce-time': new Date(timestamp).toISOString(),
  });
});

test('a program that does not know the options leaves them as they are', async () => {
  const webhook = await mill.subscribe(server.origin, { standardWebhooks: true, cloudEvents: true });
  const { data } = await saveAsBefore(webhook);
  expect(data).toMatchObject({ version: 2, standardWebhooks: true, cloudEvents: true });
});

test('the preview has the headers that the options lead to', async () => {
  const of = async (options: object) => {
    const asked = { workspaceId: mill.workspaceId, workflowId: mill.exampleId, ...options };
    const none = { includeFinalOutput: false, includeTraceSpans: false, includeTags: false };
    const sums = { includeRateLimits: false, includeUsageData: false };
    const { data } = await previewPayload(mill.reader, { ...none, ...sums, ...asked });
    return data.headers.map(([name]) => name).filter((name) => /^(webhook|ce)-/.test(name));
  };
  expect(await of({})).toEqual([]);
  expect(await of({ standardWebhooks: true })).toEqual(['webhook-id', 'webhook-timestamp']);
  expect(await of({ cloudEvents: true })).toContain('ce-id');
});
