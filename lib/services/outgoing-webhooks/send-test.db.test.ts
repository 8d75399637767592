import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { getLog } from '../logs/get-log';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { WebhookEvent } from './event-schema';
import { getDelivery } from './get-delivery';
import { listExecutionDeliveries } from './list-execution-deliveries';
import { redeliver } from './redeliver';
import { EVENT_TYPES, type Webhook } from './schema';
import { sendTest } from './send-test';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { verifyReceiver } from './verify-receiver';

const RUN_TIMES = { startedAtMs: Date.now() - 60_000, endedAtMs: Date.now() - 59_000 };
const PAYLOAD_FLAGS = {
  includeFinalOutput: true,
  includeTraceSpans: true,
  includeRateLimits: true,
  includeUsageData: true,
  includeTags: true,
};

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

const addressOf = ({ id }: Webhook) => ({ workspaceId: mill.workspaceId, id });
const eventOf = ({ body }: ReceivedRequest): WebhookEvent => WebhookEvent.parse(JSON.parse(body));

/** A run that failed, and the delivery of it. */
async function realDelivery(): Promise<ReceivedRequest> {
  await mill.complete({ ...RUN_TIMES, level: 'error', finalOutput: '{"secret":"of the run"}' });
  await eventually(() => server.received.length === 1);
  return server.received[0]!;
}

/** Nothing of the run is in it, and what it names is nowhere. */
async function expectMadeUp(sent: ReceivedRequest, real: ReceivedRequest): Promise<void> {
  const [event, run] = [eventOf(sent), eventOf(real)];
  const logId = event.links.log.split('/').at(-1)!;
  const { executionId } = event.data;
  expect(sent.headers['service-test']).toBe('true');
  expect(event.links).toEqual({
    log: `/v1/logs/${logId}`,
    execution: `/v1/logs/executions/${executionId}`,
  });
  expect(event.data).toMatchObject({ workflowId: mill.exampleId, status: 'success', level: 'info' });
  for (const id of [run.id, run.data.executionId, run.links.log.split('/').at(-1)!, run.data.startedAt])
    expect(sent.body).not.toContain(id);
  expect(sent.body).not.toContain('of the run');
  expect(await refusalOf(getLog(mill.owner, logId))).toBe('not_found');
  const { rows } = await pool().query('SELECT FROM runtime.log WHERE execution_id = $1 OR id = $2', [
    executionId,
    logId,
  ]);
  expect(rows).toEqual([]);
}

test('a test has the members of a real delivery, ids that exist nowhere, and says it is a test', async () => {
  const webhook = await mill.subscribe(server.origin, PAYLOAD_FLAGS);
  const real = await realDelivery();
  expect(real.headers).not.toHaveProperty('service-test');
  const { data: delivery } = await sendTest(mill.writer, webhook);
  const sent = server.received[1]!;
  await expectMadeUp(sent, real);
  expect(Object.keys(eventOf(sent).data)).toEqual(Object.keys(eventOf(real).data));
  expect(delivery).toMatchObject({ kind: 'test', state: 'succeeded', body: sent.body });
  expect(delivery.executionId).toBe(eventOf(sent).data.executionId);
  expect(delivery.attemptLog[0]!.request!.headers).toContainEqual(['service-test', 'true']);
  const { workspaceId } = mill;
  const of = async (executionId: string) =>
    (await listExecutionDeliveries(mill.reader, { workspaceId, executionId })).data;
  expect(await of(delivery.executionId!)).toEqual([]);
  expect(await of(eventOf(real).data.executionId)).toMatchObject([{ kind: 'event' }]);
});

test('a test has what its subscription asks for and no more', async () => {
  const webhook = await mill.subscribe(server.origin, { includeFinalOutput: true });
  await sendTest(mill.writer, webhook);
  const { data } = eventOf(server.received[0]!);
  expect(data.finalOutput).toEqual({ greeting: 'Hello' });
  for (const member of ['traceSpans', 'rateLimits', 'usage']) expect(data).not.toHaveProperty(member);
});

test('a test of a subscription to all workflows names a workflow that is made up', async () => {
  const { data } = await sendTest(mill.writer, await mill.subscribeToAll(server.origin));
  const { workflowId } = eventOf(server.received[0]!).data;
  expect(workflowId).toBe(data.workflowId);
  expect((await pool().query('SELECT FROM workflow WHERE id = $1', [workflowId])).rowCount).toBe(0);
});

test('a test that is sent again still says that it is one; a real delivery never does', async () => {
  const webhook = await mill.subscribe(server.origin);
  await realDelivery();
  const test = (await sendTest(mill.writer, webhook)).data;
  await redeliver(mill.writer, { ...webhook, deliveryId: test.id });
  await eventually(() => server.received.length === 3);
  const realId = String(server.received[0]!.headers['service-delivery-id']);
  await redeliver(mill.writer, { ...webhook, deliveryId: realId });
  await eventually(() => server.received.length === 4);
  const marks = server.received.map(({ headers }) => headers['service-test']);
  expect(marks).toEqual([undefined, 'true', 'true', undefined]);
  const read = async () => (await getDelivery(mill.reader, { ...webhook, deliveryId: test.id })).data;
  await eventually(async () => !(await read()).inFlight);
  expect((await read()).attemptLog.map(({ number, cause }) => [number, cause])).toEqual([
    [1, 'test'],
    [2, 'test'],
  ]);
});

test('a test of each event is one of its kind, of nothing that exists', async () => {
  const webhook = await mill.subscribeToAll(server.origin, { events: ['alert.fired'] });
  for (const [index, event] of EVENT_TYPES.entries()) {
    const { data } = await sendTest(mill.writer, { ...addressOf(webhook), event });
    const { headers, body } = server.received[index]!;
    expect(headers).toMatchObject({ 'service-test': 'true', 'service-event': event });
    expect(JSON.parse(body).type).toBe(event);
    expect(data).toMatchObject({ kind: 'test', eventType: event, state: 'succeeded', body });
    expect(body).not.toContain(mill.exampleId);
  }
  const { data } = await sendTest(mill.writer, addressOf(webhook));
  expect(data.eventType).toBe('alert.fired');
});

test('the three deliveries that verify a receiver are samples too, new ones each time', async () => {
  const webhook = await mill.subscribe(server.origin, { secret: { value: 'Tr0ub4dor&3-horse-battery' } });
  const real = await realDelivery();
  await verifyReceiver(mill.writer, webhook);
  const sent = server.received.slice(1);
  expect(sent).toHaveLength(3);
  for (const request of sent) await expectMadeUp(request, real);
  expect(new Set(sent.map((request) => eventOf(request).data.executionId)).size).toBe(3);
});
