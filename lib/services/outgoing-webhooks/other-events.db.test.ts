import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma, relaxedPool } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { databaseTraffic } from '../../platform/postgres/testing/database-traffic';
import { SCOPES } from '../access/actor';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { createAlert } from '../alerts/change-alerts';
import { checkAlerts } from '../alerts/check-alerts';
import { AlertSettings } from '../alerts/schema';
import { createApiKey } from '../api-keys/create-api-key';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { recordCompletions } from '../runs/recording/record-completions';
import { workflowIn } from '../runs/testing/workflow-in';
import { makeVersionLive } from '../versions/make-version-live';
import { publishWorkflow } from '../versions/publish-workflow';
import { getWorkflow } from '../workflows/get-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { disableSubscription } from './auto-disable';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { listDeliveries } from './list-deliveries';
import { noteEventIn } from './note-event-in';
import {
  AlertFiredEvent,
  RunStartedEvent,
  RunWaitingEvent,
  WebhookDisabledEvent,
  WorkflowPublishedEvent,
} from './other-event-schemas';
import { workflowPublished } from './other-events';
import { EVENT_TYPES, NewWebhookSettings, type Webhook } from './schema';
import { tellOfStart } from './tell-of-start';
import {
  closeAfterDeliveries,
  completionOf,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';

const RESPONSE = { type: 'response', config: { body: '"done"' } };
const OTHERS = EVENT_TYPES.filter((type) => type !== 'workflow.execution.completed');
let api: TestApi;
let mill: SubscribedWorkspace;
let server: LoopbackHttpServer;
let loop: DeliveryLoop;
let queue: WorkQueue;
let headers: Record<string, string>;

beforeAll(async () => {
  await openForDeliveries();
  api = await startTestApi();
  queue = startWorkQueue();
});
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  await pool().query('DELETE FROM alert_rule');
  mill = await mintSubscribedWorkspace();
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  headers = { 'x-api-key': (await createApiKey(mill.owner, choice)).secret };
  server = await startHttpServer((_, response) => response.writeHead(200).end());
  loop = startDeliveryLoop();
});
afterEach(async () => {
  await loop.stop(0);
  await server.close();
});
afterAll(async () => {
  await queue.stop(5_000);
  await api.close();
  await outboundClient().close();
  await closeAfterDeliveries();
});

const typeOf = ({ body }: ReceivedRequest): string => JSON.parse(body).type;

/** Returns the requests with this event, once there are so many. */
async function received(type: string, count = 1): Promise<ReceivedRequest[]> {
  const found = () => server.received.filter((request) => typeOf(request) === type);
  await eventually(() => found().length >= count);
  return found();
}

/** Returns the types that were received up to a completed run, which is sent to this path. */
async function receivedBefore(path: string): Promise<string[]> {
  await mill.complete();
  await eventually(() => server.received.some(({ url }) => url === path));
  return server.received.filter(({ url }) => url !== path).map(typeOf);
}

async function run(workflowId: string, query = ''): Promise<string> {
  const path = `/api/v1/workflows/${workflowId}/executions${query}`;
  const { body } = await api.call('POST', path, headers, { input: {} });
  return body.executionId as string;
}

async function historyOf({ id }: Webhook) {
  const asked = { workspaceId: mill.workspaceId, id, cursor: undefined, limit: 10 };
  return (await listDeliveries(mill.reader, asked)).data;
}

const publish = (id: string) => publishWorkflow(mill.writer, { id });

test('a subscription that asks for nothing gets completed runs alone, as ever', async () => {
  const webhook = await mill.subscribeToAll(server.origin);
  expect(webhook.events).toEqual(['workflow.execution.completed']);
  const workflowId = await workflowIn(mill, [RESPONSE]);
  await publish(workflowId);
  const executionId = await run(workflowId);
  const [request] = (await received('workflow.execution.completed')) as [ReceivedRequest];
  expect(request.headers['service-event']).toBe('workflow.execution.completed');
  expect(JSON.parse(request.body).data.executionId).toBe(executionId);
  expect(server.received).toHaveLength(1);
  const deliveries = await historyOf(webhook);
  expect(deliveries.map(({ eventType }) => eventType)).toEqual(['workflow.execution.completed']);
});

test('one that leaves completed runs out is told of none', async () => {
  await mill.subscribe(`${server.origin}/others`, { events: OTHERS });
  await mill.subscribe(`${server.origin}/completed`);
  expect(await receivedBefore('/completed')).toEqual([]);
});

test('a started run is told once, signed and with its type, before its end', async () => {
  const workflowId = await workflowIn(mill, [RESPONSE]);
  const events = ['run.started', 'workflow.execution.completed'];
  const webhook = await mill.subscribeToAll(server.origin, { events, cloudEvents: true, strictOrder: true });
  const executions = [await run(workflowId), await run(workflowId, '?mode=async')];
  await received('workflow.execution.completed', 2);
  const started = await received('run.started', 2);
  expect(started).toHaveLength(2);
  for (const { body, headers: sent } of started) {
    const event = RunStartedEvent.parse(JSON.parse(body));
    expect(event).toEqual(JSON.parse(body));
    expect(event.data).toMatchObject({ workflowId, trigger: 'api', version: null, tags: [] });
    expect(executions).toContain(event.data.executionId);
    expect(sent).toMatchObject({
      'service-event': 'run.started',
      'ce-type': 'run.started',
      'ce-id': event.id,
      'ce-source': `/v1/workflows/${workflowId}`,
      'ce-subject': event.data.executionId,
    });
  }
  for (const id of executions) {
    const ofRun = server.received.filter(({ body }) => JSON.parse(body).data.executionId === id);
    expect(ofRun.map(typeOf)).toEqual(events);
  }
  const deliveries = await historyOf(webhook);
  const one = deliveries.find(({ eventType }) => eventType === 'run.started')!;
  expect(one).toMatchObject({ workflowId, level: null, trigger: 'api', kind: 'event' });
});

test('triggers and tags are filters of started runs too', async () => {
  const of = { events: ['run.started'] };
  await mill.subscribe(`${server.origin}/schedule`, { ...of, triggerFilter: ['schedule'] });
  await mill.subscribe(`${server.origin}/tagged`, { ...of, tagFilter: ['nightly'] });
  await mill.subscribe(`${server.origin}/all`, of);
  const { execution } = completionOf(mill);
  await tellOfStart({ ...execution, tags: ['nightly', 'eu'] }, Date.now());
  await tellOfStart(completionOf(mill).execution, Date.now());
  await eventually(() => server.received.filter(({ url }) => url === '/all').length === 2);
  await eventually(() => server.received.some(({ url }) => url === '/tagged'));
  const tagged = server.received.filter(({ url }) => url === '/tagged');
  expect(tagged.map(({ body }) => JSON.parse(body).data.executionId)).toEqual([execution.executionId]);
  expect(server.received.filter(({ url }) => url === '/schedule')).toEqual([]);
});

test('a start costs a workflow without such a subscription no statement', async () => {
  await mill.subscribe(server.origin);
  const { execution } = completionOf(mill);
  await tellOfStart(execution, Date.now());
  const { roundTrips } = await databaseTraffic(async () => {
    for (let n = 0; n < 100; n += 1) await tellOfStart(execution, Date.now());
  }, [pool(), relaxedPool()]);
  // Another test's subscription may empty the cache.
  expect(roundTrips).toBeLessThan(10);
});

test('a run that waits is told, with what it waits for', async () => {
  await mill.subscribeToAll(server.origin, { events: ['run.waiting'] });
  const workflowId = await workflowIn(mill, [
    { type: 'wait', config: { kind: 'approval', title: 'Pay?' }, port: 'approved' },
    RESPONSE,
  ]);
  const executionId = await run(workflowId);
  const [{ body, headers: sent }] = (await received('run.waiting')) as [ReceivedRequest];
  expect(sent['service-event']).toBe('run.waiting');
  const event = RunWaitingEvent.parse(JSON.parse(body));
  expect(event.data).toMatchObject({ workflowId, executionId, blockId: 'b1', kind: 'approval' });
  expect(body).not.toContain('/wait/');
});

test('what is published is told, and an earlier version that is made live again', async () => {
  await mill.subscribeToAll(server.origin, { events: ['workflow.published'] });
  const workflowId = await workflowIn(mill, [RESPONSE]);
  await publish(workflowId);
  const { document, version } = (await getWorkflow(mill.writer, { id: workflowId })).data;
  const changed = JSON.parse(JSON.stringify(document).replace('done', 'changed'));
  await saveWorkflow(mill.writer, { id: workflowId, document: changed, version });
  await publish(workflowId);
  await makeVersionLive(mill.writer, { id: workflowId, number: '1' });
  const events = (await received('workflow.published', 3)).map(({ body }) => {
    const event = WorkflowPublishedEvent.parse(JSON.parse(body));
    expect(event.data).toMatchObject({ workflowId, userId: mill.writer.userId });
    return [event.data.previousVersion, event.data.version];
  });
  expect(events.toSorted()).toEqual(
    [
      [1, 2],
      [2, 1],
      [null, 1],
    ].toSorted(),
  );
});

test('an event is written with what it tells, or not at all', async () => {
  await mill.subscribe(server.origin, { events: ['workflow.published'] });
  const about = { workflowId: mill.exampleId, version: 1, previousVersion: null, note: '' };
  const event = workflowPublished(mill.workspaceId, { ...about, userId: mill.writer.userId });
  const undone = prisma().$transaction(async (tx) => {
    await noteEventIn(tx, event);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const { rows } = await pool().query('SELECT FROM runtime.webhook_delivery WHERE workspace_id = $1', [
    mill.workspaceId,
  ]);
  expect(rows).toHaveLength(0);
});

test('a disabled subscription is told to the others that ask for it, not to itself', async () => {
  const events = ['webhook.disabled'];
  const failing = await mill.subscribe(`${server.origin}/failing`, { events, name: 'Billing' });
  await mill.subscribe(`${server.origin}/watch`, { events });
  await disableSubscription(failing.id, 'failing');
  await disableSubscription(failing.id, 'failing');
  const [request] = (await received('webhook.disabled')) as [ReceivedRequest];
  expect(request.url).toBe('/watch');
  const event = WebhookDisabledEvent.parse(JSON.parse(request.body));
  expect(event.data).toEqual({
    webhookId: failing.id,
    name: 'Billing',
    workflowId: mill.exampleId,
    reason: 'failing',
  });
  const { rows } = await pool().query(
    'SELECT subscription_id FROM runtime.webhook_delivery WHERE workspace_id = $1',
    [mill.workspaceId],
  );
  expect(rows).toHaveLength(1);
});

test('an alert that fires is told to subscriptions of its workflows and of all', async () => {
  const events = ['alert.fired'];
  const other = await workflowIn(mill, [RESPONSE]);
  await mill.subscribe(`${server.origin}/mine`, { events });
  await mill.subscribeToAll(`${server.origin}/all`, { events });
  const settings = AlertSettings.parse({
    name: 'Orders fail',
    condition: { kind: 'failures', count: 1 },
    windowMinutes: 10,
    destination: { kind: 'webhook', url: `${server.origin}/alerts` },
  });
  const rule = (workflowId: string) =>
    createAlert(mill.writer, { workspaceId: mill.workspaceId, ...settings, workflowIds: [workflowId] });
  await rule(mill.exampleId);
  await rule(other);
  await mill.complete({ level: 'error' });
  const row = completionOf(mill, { level: 'error' });
  const ofOther = { ...row, execution: { ...row.execution, workflowId: other } };
  await recordCompletions(pool(), [ofOther], thisProcess().id);
  await pool().query("UPDATE alert_rule SET next_check_at = now() - interval '1 second'");
  await checkAlerts(new AbortController().signal);
  const requests = await received('alert.fired', 3);
  expect(requests.map(({ url }) => url).toSorted()).toEqual(['/all', '/all', '/mine']);
  const mine = requests.find(({ url }) => url === '/mine')!;
  const event = AlertFiredEvent.parse(JSON.parse(mine.body));
  expect(event.data).toMatchObject({ name: 'Orders fail', workflowIds: [mill.exampleId], value: 1 });
  expect(event).toEqual(JSON.parse(mine.body));
});

test('a paused subscription is told of nothing, and transforms apply to every event', async () => {
  const events = ['workflow.published'];
  await mill.subscribe(`${server.origin}/paused`, { events, active: false });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that a workspace writes
  const transform = 'return { type: event.type, text: `Version ${event.data.version}` };';
  await mill.subscribe(`${server.origin}/chat`, { events, transform });
  await publish(mill.exampleId);
  const [request] = (await received('workflow.published')) as [ReceivedRequest];
  expect(request).toMatchObject({ url: '/chat' });
  expect(JSON.parse(request.body)).toEqual({ type: 'workflow.published', text: 'Version 1' });
  expect(request.headers['service-event']).toBe('workflow.published');
});

test('events are chosen by their names, at least one', () => {
  const parse = (events: unknown) => NewWebhookSettings.safeParse({ url: 'https://example.com', events });
  expect(parse([]).error?.issues[0]).toMatchObject({ path: ['events'], message: /at least one event/ });
  expect(parse(['run.ended']).success).toBe(false);
  const webhook: Pick<Webhook, 'events'> = parse(['alert.fired', 'run.started', 'run.started']).data!;
  expect(webhook.events).toEqual(['run.started', 'alert.fired']);
});
