import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma } from '../../platform/postgres/db';
import type { Actor, Scope } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { createApiKey } from '../api-keys/create-api-key';
import { type DeliveryLoop, startDeliveryLoop } from './delivery-loop';
import { sign } from './signature';
import {
  closeAfterDeliveries,
  eventually,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';

type Body = Record<string, never>;
let api: TestApi;
let mill: SubscribedWorkspace;
let receiver: LoopbackHttpServer;
let answer: number;
const loops: DeliveryLoop[] = [];

beforeAll(async () => {
  await openForDeliveries();
  api = await startTestApi();
});
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.webhook_pending');
  mill = await mintSubscribedWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  answer = 200;
  receiver = await startHttpServer((_request, response) => void response.writeHead(answer).end());
});
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop(0);
  await receiver.close();
});
afterAll(async () => {
  await api.close();
  await closeAfterDeliveries();
});

type Caller = (method: string, path: string, body?: object) => ReturnType<TestApi['call']>;

/** Calls `/api/v1/webhooks…` with a key of that person. */
async function callerOf(person: Actor, ...scopes: Scope[]): Promise<Caller> {
  const workspaceIds = [...person.roles.keys()].filter((id) => id === mill.workspaceId);
  const [own = mill.strangersWorkspaceId] = workspaceIds;
  const choice = { name: 'k', scopes, workspaceIds: [own], expiresAt: null };
  const headers = { 'x-api-key': (await createApiKey(person, choice)).secret };
  return (method, path, body) => api.call(method, `/api/v1/webhooks${path}`, headers, body);
}

const subscription = () => ({
  workspaceId: mill.workspaceId,
  workflowId: mill.exampleId,
  url: `${receiver.origin}/hook`,
});

test('a secret is a plain text, as documented, and signs with it; an empty one is refused', async () => {
  const call = await callerOf(mill.writer, 'webhooks:write');
  const secret = 'a plain text, as documented';
  const made = await call('POST', '', { ...subscription(), secret });
  expect([made.status, made.body.secret]).toEqual([201, null]);
  const { id } = made.body.data as { id: string };
  await call('POST', `/${id}/test`);
  const { headers, body } = receiver.received.at(-1)!;
  const timestamp = String(headers['service-timestamp']);
  expect(headers['service-signature']).toBe(`t=${timestamp},v1=${sign(Number(timestamp), body, secret)}`);
  expect((await call('POST', '', { ...subscription(), secret: '' })).status).toBe(400);
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
});

test('a subscription is made, changed, proven, rotated, deleted by key; what it sends is valid', async () => {
  const call = await callerOf(mill.writer, 'webhooks:write', 'logs:read');
  const made = await call('POST', '', { ...subscription(), secret: { generate: true } });
  expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^.{32,}$/)]);
  const { id, version } = made.body.data as { id: string; version: number };
  expect((await call('GET', `?workspaceId=${mill.workspaceId}`)).body.data).toEqual([made.body.data]);

  const kept = { includeTraceSpans: false, includeRateLimits: false, includeUsageData: false };
  const settings = {
    ...kept,
    url: `${receiver.origin}/hook`,
    levelFilter: ['info'],
    triggerFilter: ['api'],
    includeFinalOutput: true,
    extendedRetries: true,
    active: true,
  };
  const changed = await call('PUT', `/${id}`, { ...settings, version });
  expect([changed.status, changed.body.data]).toEqual([200, expect.objectContaining(settings)]);
  const stale = await call('PUT', `/${id}`, { ...settings, version });
  expect([stale.status, stale.body]).toEqual([409, expect.objectContaining({ currentVersion: 2 })]);

  const rotated = await call('PUT', `/${id}/secret`, { secret: { value: 'one of mine, long enough' } });
  expect([rotated.status, rotated.body.secret]).toEqual([200, null]);
  expect((await call('POST', `/${id}/test`)).body.data).toMatchObject({ state: 'succeeded', kind: 'test' });
  loops.push(startDeliveryLoop());
  await mill.complete();
  await eventually(() => receiver.received.length === 2);
  for (const { headers, body } of receiver.received) {
    const timestamp = String(headers['service-timestamp']);
    expect(headers['service-signature']).toBe(
      `t=${timestamp},v1=${sign(Number(timestamp), body, 'one of mine, long enough')}`,
    );
  }
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
  const ofAll = await call('POST', '', { ...subscription(), workflowId: null, name: 'Audit' });
  expect([ofAll.status, ofAll.body.data]).toEqual([
    201,
    expect.objectContaining({ workflowId: null, workflowName: null, name: 'Audit' }),
  ]);
  expect((await call('GET', `/${id}`)).status).toBe(404);
  // Its history stays.
  const history = await call('GET', `/${id}/deliveries`);
  expect([history.status, (history.body.data as unknown[]).length]).toEqual([200, 2]);
});

test('deliveries are read with their attempts, and one or all that failed are sent again', async () => {
  const call = await callerOf(mill.writer, 'webhooks:read', 'webhooks:write');
  const { id } = (await call('POST', '', subscription())).body.data as { id: string };
  loops.push(startDeliveryLoop());
  const those = async (state: string) =>
    (await call('GET', `/${id}/deliveries?state=${state}`)).body.data as unknown as Array<{ id: string }>;
  const failed = () => those('failed');
  // Two of these in a row would end the subscription.
  answer = 410;
  await mill.complete();
  await eventually(async () => (await failed()).length === 1);
  answer = 200;
  await mill.complete();
  await eventually(async () => (await those('succeeded')).length === 1);
  answer = 410;
  await mill.complete();
  await eventually(async () => (await failed()).length === 2);
  const [first] = await failed();
  const detail = await call('GET', `/${id}/deliveries/${first!.id}`);
  expect(detail.body.data).toMatchObject({ attemptLog: [{ status: 410, outcome: 'failed' }] });
  answer = 200;
  expect((await call('POST', `/${id}/deliveries/${first!.id}/redeliver`)).status).toBe(202);
  await eventually(async () => (await failed()).length === 1);
  const all = await call('POST', `/${id}/redeliveries`, { since: '2026-01-01' });
  expect([all.status, all.body.data]).toEqual([202, expect.objectContaining({ total: 1 })]);
  await eventually(async () => (await failed()).length === 0);
});

test('the rules are the pages’: forbidden addresses, empty filters, unknown members are named', async () => {
  const call = await callerOf(mill.writer, 'webhooks:write');
  const refused = async (change: object) => {
    const { status, body } = await call('POST', '', { ...subscription(), ...change });
    return [status, (body as { errors?: Array<{ param: string }> }).errors?.map(({ param }) => param)];
  };
  expect(await refused({ url: 'http://169.254.169.254/' })).toEqual([400, ['url']]);
  expect(await refused({ levelFilter: [], triggerFilter: ['mail'] })).toEqual([
    400,
    ['levelFilter', 'triggerFilter.0'],
  ]);
  expect(await refused({ retries: 3 })).toEqual([400, ['retries']]);
  expect(await refused({ workflowId: mill.workspaceId })).toEqual([404, []]);
});

test('an empty filter is refused by name, an empty cursor is the first page', async () => {
  const call = await callerOf(mill.writer, 'webhooks:read', 'webhooks:write');
  const { id } = (await call('POST', '', subscription())).body.data as { id: string };
  const { status, body } = await call('GET', '?workspaceId=&workflowId=');
  expect([status, (body as { errors?: Array<{ param: string }> }).errors?.map(({ param }) => param)]).toEqual(
    [400, ['workspaceId', 'workflowId']],
  );
  expect((await call('GET', `/${id}/deliveries?cursor=`)).status).toBe(200);
  const choice = {
    name: 'k',
    scopes: ['workflows:read' as const],
    workspaceIds: [mill.workspaceId],
    expiresAt: null,
  };
  const headers = { 'x-api-key': (await createApiKey(mill.writer, choice)).secret };
  for (const list of ['/api/v1/workflows', '/api/v1/folders'])
    expect((await api.call('GET', `${list}?workspaceId=`, headers)).status, list).toBe(400);
});

test('a key reads with either scope, writes with one, and never more than its owner’s role', async () => {
  const writer = await callerOf(mill.writer, 'webhooks:write');
  const secretUrl = `${receiver.origin.replace('//', '//ada:pass@')}/hook`;
  const { id } = (await writer('POST', '', { ...subscription(), url: secretUrl })).body.data as {
    id: string;
  };
  const reading = await callerOf(mill.writer, 'webhooks:read', 'workflows:write');
  const reader = await callerOf(mill.reader, 'webhooks:write');
  const stranger = await callerOf(mill.stranger, 'webhooks:write');
  const statuses = async (call: Caller) => [
    (await call('GET', `/${id}`)).status,
    (await call('PUT', `/${id}/active`, { active: true })).status,
  ];
  expect(await statuses(writer)).toEqual([200, 200]);
  expect(await statuses(reading)).toEqual([200, 403]);
  expect(await statuses(reader)).toEqual([200, 403]);
  expect(await statuses(stranger)).toEqual([404, 404]);
  const urlSeen = async (call: Caller) => ((await call('GET', `/${id}`)).body.data as Body).url;
  expect(await urlSeen(writer)).toBe(secretUrl);
  for (const call of [reading, reader]) expect(await urlSeen(call)).toContain('ada:***@');
  // The role is looked at at each call.
  await changeAccess((tx) =>
    tx.membership.updateMany({ where: { userId: mill.writer.userId }, data: { role: 'reader' } }),
  );
  expect(await statuses(writer)).toEqual([200, 403]);
});

test('calls count against the plan’s window, shared with the logs API', async () => {
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'free' } });
  const call = await callerOf(mill.writer, 'webhooks:read');
  const list = () => call('GET', `?workspaceId=${mill.workspaceId}`);
  const first = await list();
  expect(first.headers.get('x-ratelimit-limit')).toBe('10');
  for (let n = 0; n < 9; n += 1) await list();
  const eleventh = await list();
  expect([eleventh.status, Number(eleventh.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
});
