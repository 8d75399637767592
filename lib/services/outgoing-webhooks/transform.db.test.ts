import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { refusalOf } from '../accounts/testing/refusals';
import { byKey } from '../accounts/testing/test-workspace';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { getDelivery } from './get-delivery';
import { getWebhook } from './get-webhook';
import { listDeliveries } from './list-deliveries';
import { previewPayload } from './preview-payload';
import { redeliver } from './redeliver';
import { redeliverFailed } from './redeliver-failed';
import { NewWebhookSettings, type Webhook } from './schema';
import { sendTest } from './send-test';
import { sign } from './signature';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';
import { verifyReceiver } from './verify-receiver';

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that a workspace writes
const SHORT = 'return { text: `Run ${event.data.executionId}: ${event.data.status}` };';
const BROKEN = 'const { text } = event;\nreturn text.trim();';
const SECRET = 'correct-Horse_battery.staple/42';
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

async function received(count: number): Promise<ReceivedRequest[]> {
  await eventually(() => server.received.length >= count);
  return server.received;
}

const addressOf = ({ id }: Webhook) => ({ workspaceId: mill.workspaceId, id });

/** Saves the subscription with another transform. */
async function mend(webhook: Webhook, transform: string | null): Promise<void> {
  const { data } = await getWebhook(mill.writer, addressOf(webhook));
  const { url, levelFilter, triggerFilter, extendedRetries, active, version } = data;
  const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData, includeTags } = data;
  const included = {
    includeFinalOutput,
    includeTraceSpans,
    includeRateLimits,
    includeUsageData,
    includeTags,
  };
  const settings = { url, levelFilter, triggerFilter, extendedRetries, active, ...included };
  await updateWebhook(mill.writer, { ...addressOf(webhook), ...settings, version, transform });
}

async function latest(webhook: Webhook) {
  const { data } = await listDeliveries(mill.reader, { ...addressOf(webhook), cursor: undefined, limit: 1 });
  return (await getDelivery(mill.reader, { ...addressOf(webhook), deliveryId: data[0]!.id })).data;
}

/** Makes the next attempt due, once `attempts` have been made. */
const hurry = (attempts: number) =>
  eventually(async () => {
    const { rowCount } = await pool().query(
      'UPDATE runtime.webhook_pending SET next_at = now() WHERE lease_token IS NULL AND attempts = $1',
      [attempts],
    );
    await notify('deliveries', '');
    return rowCount === 1;
  });

test('the body is what the transform returns, signed, and the payload is kept beside it', async () => {
  const settings = { transform: SHORT, cloudEvents: true, secret: { value: SECRET } };
  const webhook = await mill.subscribe(server.origin, settings);
  const executionId = await mill.complete();
  const [{ body, headers }] = (await received(1)) as [ReceivedRequest];
  expect(JSON.parse(body)).toEqual({ text: `Run ${executionId}: success` });
  const timestamp = headers['service-timestamp'];
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'service-event': 'workflow.execution.completed',
    'service-signature': `t=${timestamp},v1=${sign(Number(timestamp), body, SECRET)}`,
    'ce-subject': executionId,
  });
  await eventually(async () => (await latest(webhook)).state === 'succeeded');
  const delivery = await latest(webhook);
  expect(delivery.body).toBe(body);
  expect(JSON.parse(delivery.payload!)).toMatchObject({ id: delivery.eventId, data: { executionId } });
});

test('a returned text is sent as it is; others are told of the run as ever', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that a workspace writes
  await mill.subscribe(`${server.origin}/text`, { transform: 'return `done: ${event.data.level}`;' });
  const plain = await mill.subscribe(`${server.origin}/plain`);
  await mill.complete();
  const requests = await received(2);
  const of = (path: string) => requests.find(({ url }) => url === path)!;
  expect(of('/text')).toMatchObject({ body: 'done: info' });
  expect(of('/text').headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(JSON.parse(of('/plain').body)).toMatchObject({ type: 'workflow.execution.completed' });
  expect(await latest(plain)).toMatchObject({ body: of('/plain').body, payload: null });
});

test('all attempts send the first body, whatever becomes of the transform; the next run has the new one', async () => {
  statuses = [500];
  const webhook = await mill.subscribe(server.origin, { transform: 'return { n: 1, at: Math.random() };' });
  await mill.complete();
  const [first] = await received(1);
  await mend(webhook, 'return { n: 2 };');
  await hurry(1);
  expect((await received(2))[1]!.body).toBe(first!.body);
  await mill.complete();
  expect((await received(3))[2]!.body).toBe('{"n":2}');
});

test('a run that ended before the transform was set is sent as documented', async () => {
  statuses = [500];
  const webhook = await mill.subscribe(server.origin);
  await mill.complete();
  const [first] = await received(1);
  await mend(webhook, SHORT);
  await hurry(1);
  expect((await received(2))[1]!.body).toBe(first!.body);
});

test('one that throws is a failed attempt that says where; mended, the next attempt sends', async () => {
  const webhook = await mill.subscribe(server.origin, { transform: BROKEN });
  const executionId = await mill.complete();
  await eventually(async () => (await latest(webhook)).attempts === 1);
  const failed = await latest(webhook);
  expect(failed).toMatchObject({
    state: 'pending',
    body: '',
    attemptLog: [{ outcome: 'failed', code: 'TRANSFORM_FAILED', status: null, request: null }],
  });
  expect(failed.lastReason).toMatch(/^Nothing was sent\. The transform failed\. Line 2: TypeError/);
  expect(JSON.parse(failed.payload!)).toMatchObject({ data: { executionId } });
  expect((await getWebhook(mill.reader, addressOf(webhook))).data.health.status).toBe('failing');
  expect(server.received).toEqual([]);
  await mend(webhook, SHORT);
  await hurry(1);
  const [{ body }] = (await received(1)) as [ReceivedRequest];
  expect(JSON.parse(body)).toEqual({ text: `Run ${executionId}: success` });
});

test('what failed for good is redelivered with the transform of then, one by one or all', async () => {
  const webhook = await mill.subscribe(server.origin, { transform: BROKEN });
  const executions = [await mill.complete(), await mill.complete()];
  await eventually(async () => {
    await pool().query('UPDATE runtime.webhook_pending SET next_at = now() WHERE lease_token IS NULL');
    await notify('deliveries', '');
    const { data } = await listDeliveries(mill.reader, {
      ...addressOf(webhook),
      cursor: undefined,
      limit: 5,
    });
    return data.every(({ state }) => state === 'failed');
  });
  await mend(webhook, SHORT);
  const { id: deliveryId } = await latest(webhook);
  await redeliver(mill.writer, { ...addressOf(webhook), deliveryId });
  await received(1);
  await redeliverFailed(mill.writer, { ...addressOf(webhook), since: 0 });
  const texts = (await received(2)).map(({ body }) => JSON.parse(body).text as string);
  expect(texts.toSorted()).toEqual(executions.map((id) => `Run ${id}: success`).toSorted());
});

test('without the transform, what it failed for is sent as documented', async () => {
  const webhook = await mill.subscribe(server.origin, { transform: BROKEN });
  const executionId = await mill.complete();
  await eventually(async () => (await latest(webhook)).attempts === 1);
  await mend(webhook, null);
  await hurry(1);
  const [{ body }] = (await received(1)) as [ReceivedRequest];
  expect(JSON.parse(body)).toMatchObject({ data: { executionId } });
  await mend(webhook, SHORT);
  const { id: deliveryId } = await latest(webhook);
  await eventually(async () => (await latest(webhook)).state === 'succeeded');
  await redeliver(mill.writer, { ...addressOf(webhook), deliveryId });
  expect((await received(2))[1]!.body).toBe(body);
});

test('tests and checks of the receiver are transformed too', async () => {
  const webhook = await mill.subscribe(server.origin, { transform: SHORT, secret: { value: SECRET } });
  const { data } = await sendTest(mill.writer, addressOf(webhook));
  expect(data).toMatchObject({ kind: 'test', state: 'succeeded', body: server.received[0]!.body });
  await verifyReceiver(mill.writer, addressOf(webhook));
  for (const { body, headers } of server.received) {
    expect(headers['service-test']).toBe('true');
    expect(JSON.parse(body).text).toMatch(/^Run /);
  }
  const tampered = server.received[2]!;
  const timestamp = tampered.headers['service-timestamp'];
  expect(tampered.headers['service-signature']).not.toBe(
    `t=${timestamp},v1=${sign(Number(timestamp), tampered.body, SECRET)}`,
  );
  await mend(webhook, BROKEN);
  expect(await refusalOf(verifyReceiver(mill.writer, addressOf(webhook)))).toBe('conflict');
});

test('the preview shows the result, what was printed, or why there is none; readers run no code', async () => {
  const parts = { includeFinalOutput: false, includeTraceSpans: false, includeTags: false };
  const asked = { ...parts, includeRateLimits: false, includeUsageData: false };
  const of = { ...asked, workspaceId: mill.workspaceId, workflowId: mill.exampleId };
  const preview = async (transform: string | null) =>
    (await previewPayload(mill.writer, { ...of, transform })).data;
  expect(await preview(null)).toMatchObject({ transform: null });
  const made = await preview(`console.log('here');\n${SHORT}`);
  expect(JSON.parse(made.body).text).toMatch(/: success$/);
  expect(made.transform).toMatchObject({ problem: null, console: 'here' });
  const failed = await preview('return');
  expect(failed).toMatchObject({
    body: '',
    transform: { problem: expect.stringContaining('returned nothing') },
  });
  expect(JSON.parse(failed.transform!.payload)).toMatchObject({ type: 'workflow.execution.completed' });
  const unparsable = await preview('return {');
  expect(unparsable.transform!.problem).toContain('Syntax error');
  const endless = await preview('while (true);');
  expect(endless.transform!.problem).toContain('did not finish within 1000 ms');
  const asReader = previewPayload(mill.reader, { ...of, transform: SHORT });
  expect(await refusalOf(asReader)).toBe('forbidden');
  const reading = previewPayload(byKey(mill.writer, ['webhooks:read', 'logs:read']), {
    ...of,
    transform: SHORT,
  });
  await expect(reading).rejects.toThrow('needs the scope webhooks:write');
});

test('the example of the documentation tells of runs that went well and of others', async () => {
  const code = /```javascript transform\n(.+?)```/s.exec(readFileSync('docs/webhooks.md', 'utf8'))![1]!;
  await mill.subscribe(server.origin, { transform: code });
  const good = await mill.complete();
  const bad = await mill.complete({
    level: 'error',
    error: JSON.stringify({ code: 'CODE_THREW', message: 'Out of stock.' }),
  });
  const texts = (await received(2)).map(({ body }) => JSON.parse(body).text);
  expect(texts.toSorted()).toEqual([`Run ${good} succeeded.`, `Run ${bad} failed: Out of stock.`].toSorted());
});

test('it has neither network nor chance: the same event gives the same body', async () => {
  const code = 'return [typeof fetch, Date.now(), event.timestamp];';
  await mill.subscribe(server.origin, { transform: code });
  await mill.complete();
  const [{ body }] = (await received(1)) as [ReceivedRequest];
  const [network, now, timestamp] = JSON.parse(body);
  expect([network, now]).toEqual(['undefined', timestamp]);
});

test('code that is blank or too long is refused at the field', () => {
  const problem = (transform: string) =>
    NewWebhookSettings.safeParse({ url: 'https://example.com', transform }).error?.issues[0];
  expect(problem('  \n')).toMatchObject({
    path: ['transform'],
    message: expect.stringContaining('use null'),
  });
  expect(problem('x'.repeat(20_001))).toMatchObject({ message: 'At most 20,000 characters.' });
});
