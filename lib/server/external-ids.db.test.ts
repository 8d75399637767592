import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../platform/ids';
import { outboundClient } from '../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../platform/postgres/db';
import { SCOPES, type Scope } from '../services/access/actor';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { createApiKey } from '../services/api-keys/create-api-key';
import { deleteWebhook } from '../services/outgoing-webhooks/delete-webhook';
import { openSecret } from '../services/outgoing-webhooks/sealed-secret';
import { deleteWorkflow } from '../services/removal/delete-workflow';

const RECEIVER = 'http://127.0.0.1:9/hook';
const at = { x: 0, y: 0 };
const DOCUMENT = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: at },
    answer: { id: 'answer', type: 'response', name: 'answer', position: at, config: { body: '{"n": 1}' } },
  },
  edges: [{ id: 'e', source: 'start', target: 'answer' }],
};
const ALERT = {
  name: 'Fails',
  condition: { kind: 'failures', count: 3 },
  windowMinutes: 5,
  destination: { kind: 'webhook', url: `${RECEIVER}?token=hidden` },
};
const CONNECTION = { name: 'Maps', kind: 'apiKey', in: 'header', keyName: 'X-Key', secret: 'the-key' };

let api: TestApi;
let mill: TestWorkspace;
let key: string;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  key = await keyWith(SCOPES);
});
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

async function keyWith(scopes: readonly Scope[], actor = mill.owner): Promise<string> {
  const choice = { name: 'k', scopes, workspaceIds: [mill.workspaceId], expiresAt: null };
  return (await createApiKey(actor, choice)).secret;
}

interface Thing {
  id: string;
  version: number;
  [member: string]: unknown;
}

async function put(path: string, externalId: string, body: object, by = key) {
  const address = `${path}/by-external-id/${encodeURIComponent(externalId)}`;
  const answer = await api.call('PUT', address, { 'x-api-key': by }, body);
  const { data, changed, secret, code } = answer.body;
  return { status: answer.status, data: data as Thing, changed, secret, code, body: answer.body };
}

const connections = () => `/api/v1/workspaces/${mill.workspaceId}/connections`;
const entries = async () =>
  (await prisma().auditEvent.findMany({ where: { workspaceId: mill.workspaceId } })).length;

/** Each kind, with its address, what is put, and one change of it. */
const KINDS: Array<[string, () => string, () => object, object]> = [
  [
    'workflows',
    () => '/api/v1/workflows',
    () => ({ workspaceId: mill.workspaceId, name: 'Orders', document: DOCUMENT }),
    { description: 'What it does' },
  ],
  [
    'folders',
    () => '/api/v1/folders',
    () => ({ workspaceId: mill.workspaceId, name: 'Billing' }),
    { name: 'Invoices' },
  ],
  [
    'webhooks',
    () => '/api/v1/webhooks',
    () => ({ workspaceId: mill.workspaceId, workflowId: null, url: `${RECEIVER}?token=hidden` }),
    { includeUsageData: true },
  ],
  [
    'alerts',
    () => '/api/v1/alerts',
    () => ({ ...ALERT, workspaceId: mill.workspaceId }),
    { condition: { kind: 'failures', count: 4 } },
  ],
  ['connections', connections, () => CONNECTION, { keyName: 'X-Other' }],
];

test.each(KINDS)(
  '%s: created, then nothing twice the same, then changed, and never two',
  async (_, path, given, change) => {
    const made = await put(path(), 'team/One', given());
    expect([made.status, made.changed, made.data?.externalId]).toEqual([201, true, 'team/One']);
    const before = await entries();
    const again = await put(path(), 'team/One', given());
    expect([again.status, again.changed, again.data]).toEqual([200, false, made.data]);
    expect(await entries()).toBe(before);
    const changed = await put(path(), 'team/One', { ...given(), ...change });
    expect([changed.status, changed.changed, changed.data?.id]).toEqual([200, true, made.data.id]);
    expect(await entries()).toBeGreaterThan(before);
    // A setting that is left out has its default again.
    const back = await put(path(), 'team/One', given());
    expect([back.status, back.changed]).toEqual([200, true]);
    expect((await put(path(), 'team/One', given())).changed).toBe(false);
    const other = await put(path(), 'team/one', { ...given(), name: 'Another' });
    expect([other.status, other.data?.id === made.data.id]).toEqual([201, false]);
  },
);

test.each(KINDS)('%s: several at the same moment create one', async (_, path, given) => {
  const all = await Promise.all(Array.from({ length: 5 }, () => put(path(), 'one', given())));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
  expect(new Set(all.map(({ data }) => data.id)).size).toBe(1);
});

test.each(KINDS)('%s: who may not, and what is no external id', async (_, path, given) => {
  const refused = async (by: string) => (await put(path(), 'one', given(), by)).status;
  expect(await refused(await keyWith(SCOPES, mill.reader))).toBe(403);
  expect(await refused(await keyWith(['logs:read']))).toBe(403);
  expect((await put(path(), 'not one', given())).body).toMatchObject({
    code: 'invalid_request',
    errors: [{ param: 'externalId' }],
  });
  const stranger = await mintWorkspace();
  const elsewhere = { ...given(), workspaceId: stranger.workspaceId };
  if (path() !== connections()) expect((await put(path(), 'one', elsewhere)).status).toBe(403);
});

test('an external id that looks like an id keeps its capitals, and is one of its workspace', async () => {
  const externalId = newId().toUpperCase();
  const { workspaceId } = mill;
  const made = await put('/api/v1/folders', externalId, { workspaceId, name: 'a' });
  expect(made.data.externalId).toBe(externalId);
  const lower = await put('/api/v1/folders', externalId.toLowerCase(), { workspaceId, name: 'a' });
  expect(lower.status).toBe(201);
});

test('a workflow keeps its version while nothing differs, and a stale one is refused for a change', async () => {
  const given = { workspaceId: mill.workspaceId, name: 'Orders', document: DOCUMENT };
  const made = await put('/api/v1/workflows', 'orders', given);
  expect(made.data.version).toBe(1);
  const reordered = { ...DOCUMENT, blocks: { answer: DOCUMENT.blocks.answer, start: DOCUMENT.blocks.start } };
  const same = await put('/api/v1/workflows', 'orders', { ...given, document: reordered, version: 1 });
  expect([same.changed, same.data.version]).toEqual([false, 1]);
  const renamed = { ...given, name: 'Sales' };
  expect((await put('/api/v1/workflows', 'orders', { ...renamed, version: 1 })).data.version).toBe(2);
  const stale = await put('/api/v1/workflows', 'orders', { ...given, version: 1 });
  expect([stale.status, stale.body]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', currentVersion: 2 }),
  ]);
  const repeated = await put('/api/v1/workflows', 'orders', { ...renamed, version: 1 });
  expect([repeated.status, repeated.changed]).toEqual([200, false]);
});

test('the external id of a deleted workflow is free, and a version is not created', async () => {
  const given = { workspaceId: mill.workspaceId, name: 'Orders', document: DOCUMENT };
  const made = await put('/api/v1/workflows', 'orders', given);
  await deleteWorkflow(mill.owner, { id: made.data.id });
  expect((await put('/api/v1/workflows', 'orders', { ...given, version: 1 })).status).toBe(409);
  const anew = await put('/api/v1/workflows', 'orders', given);
  expect([anew.status, anew.data.id === made.data.id]).toEqual([201, false]);
  await deleteWorkflow(mill.owner, { id: anew.data.id });
  expect((await put('/api/v1/workflows', 'orders', given)).status).toBe(201);
});

test('a deleted workflow is not restored while another has its external id, or that of a webhook', async () => {
  const { workspaceId } = mill;
  const given = { workspaceId, name: 'Orders', document: DOCUMENT };
  const first = (await put('/api/v1/workflows', 'orders', given)).data.id;
  const hook = { workspaceId, url: RECEIVER };
  await put('/api/v1/webhooks', 'orders', { ...hook, workflowId: first });
  await deleteWorkflow(mill.owner, { id: first });
  const second = (await put('/api/v1/workflows', 'orders', given)).data.id;
  const anew = await put('/api/v1/webhooks', 'orders', { ...hook, workflowId: second });
  expect(anew.status).toBe(201);
  const restore = async () => {
    const path = `/api/v1/deleted-workflows/${first}/restore`;
    const { status, body } = await api.call('POST', path, { 'x-api-key': key });
    return [status, body.detail];
  };
  const taken = (what: string) => [409, expect.stringContaining(`Another ${what} has`)];
  expect(await restore()).toEqual(taken('workflow'));
  await deleteWorkflow(mill.owner, { id: second });
  const all = await put('/api/v1/webhooks', 'orders', { ...hook, workflowId: null });
  expect(await restore()).toEqual(taken('webhook'));
  await deleteWebhook(mill.owner, { workspaceId, id: all.data.id });
  expect(await restore()).toEqual([200, undefined]);
});

test('a webhook’s secret that is given again is no change; another one, or none, is', async () => {
  const settings = { workspaceId: mill.workspaceId, workflowId: null, url: RECEIVER };
  const secret = 'a secret of the receiver';
  const putHook = (more: object) => put('/api/v1/webhooks', 'billing', { ...settings, ...more });
  const made = await putHook({ secret });
  expect([made.status, made.secret]).toEqual([201, null]);
  const { id } = made.data;
  expect([(await putHook({ secret })).changed, (await putHook({})).changed]).toEqual([false, false]);
  expect((await putHook({ secret: { generate: true } })).changed).toBe(false);
  expect((await putHook({ secret: { value: 'another secret of it' } })).changed).toBe(true);
  const row = await prisma().webhookSubscription.findUniqueOrThrow({ where: { id } });
  expect(openSecret(id, row.secret!)).toBe('another secret of it');
  const unsigned = await putHook({ secret: null });
  expect([unsigned.changed, unsigned.data.secret]).toEqual([true, null]);
  expect((await putHook({ secret: null })).changed).toBe(false);
  expect((await putHook({ secret: { generate: true } })).secret).toMatch(/^whsec_/);
});

test('a webhook stays paused or disabled unless it is said, and keeps its workflow', async () => {
  const settings = { workspaceId: mill.workspaceId, workflowId: null, url: RECEIVER };
  const made = await put('/api/v1/webhooks', 'billing', settings);
  await pool().query('UPDATE webhook_subscription SET active = false WHERE id = $1', [made.data.id]);
  expect((await put('/api/v1/webhooks', 'billing', settings)).changed).toBe(false);
  const resumed = await put('/api/v1/webhooks', 'billing', { ...settings, active: true });
  expect([resumed.changed, resumed.data.state]).toEqual([true, 'active']);
  const moved = await put('/api/v1/webhooks', 'billing', { ...settings, workflowId: mill.exampleId });
  expect(moved.body).toMatchObject({ code: 'invalid_request', errors: [{ param: 'workflowId' }] });
  const stale = await put('/api/v1/webhooks', 'billing', { ...settings, name: 'B', version: 1 });
  expect([stale.status, stale.body.currentVersion]).toEqual([409, 2]);
});

test('what isn’t shown of a URL stands for what is stored, and is nothing to create from', async () => {
  const { workspaceId } = mill;
  const concealed = `${RECEIVER}?token=***`;
  const hook = { workspaceId, workflowId: null, url: `${RECEIVER}?token=hidden` };
  expect((await put('/api/v1/webhooks', 'a', { ...hook, url: concealed })).body).toMatchObject({
    errors: [{ param: 'url' }],
  });
  await put('/api/v1/webhooks', 'a', hook);
  expect((await put('/api/v1/webhooks', 'a', { ...hook, url: concealed })).changed).toBe(false);
  const alert = await put('/api/v1/alerts', 'a', { ...ALERT, workspaceId });
  expect(alert.secret).toMatch(/^whsec_/);
  const shown = { ...ALERT, workspaceId, destination: { kind: 'webhook', url: concealed } };
  const again = await put('/api/v1/alerts', 'a', shown);
  expect([again.changed, again.secret]).toEqual([false, null]);
});

test('options that came later stay where they are left out, and own headers are compared', async () => {
  const settings = { workspaceId: mill.workspaceId, workflowId: null, url: RECEIVER };
  const putHook = (more: object) => put('/api/v1/webhooks', 'billing', { ...settings, ...more });
  const [header, shown] = ['acme', '***'].map((value) => ({ name: 'X-Tenant', value }));
  expect((await putHook({ headers: [shown] })).body).toMatchObject({ errors: [{ param: 'headers' }] });
  const plain = await put('/api/v1/webhooks', 'plain', settings);
  const off = { standardWebhooks: false, cloudEvents: false, strictOrder: false };
  expect(plain.data).toMatchObject({
    ...off,
    headers: [],
    tagFilter: null,
    maxPerMinute: null,
    transform: null,
  });
  const code = { transform: 'return event.data;' };
  const options = { standardWebhooks: true, cloudEvents: true, strictOrder: true, maxPerMinute: 60, ...code };
  const given = { ...options, tagFilter: ['nightly'], headers: [header] };
  const made = await putHook(given);
  expect(made.data).toMatchObject({ ...options, tagFilter: ['nightly'], headers: [shown] });
  const before = await entries();
  const changes = async (more: object) => (await putHook(more)).changed;
  expect([await changes(given), await changes({ headers: [shown] }), await changes({})]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await entries()).toBe(before);
  expect(await changes({ headers: [{ ...header, value: 'other' }] })).toBe(true);
  const last = await putHook({ headers: [], tagFilter: null, maxPerMinute: null });
  expect(last.changed).toBe(true);
  expect(last.data).toMatchObject({ strictOrder: true, headers: [], tagFilter: null, maxPerMinute: null });
});

test('a connection’s secret stays when it is left out; another receiver needs it again', async () => {
  const { secret: _, ...settings } = CONNECTION;
  expect((await put(connections(), 'maps', settings)).body).toMatchObject({ errors: [{ param: 'secret' }] });
  await put(connections(), 'maps', CONNECTION);
  expect((await put(connections(), 'maps', settings)).changed).toBe(false);
  expect((await put(connections(), 'maps', { ...settings, secret: 'another' })).changed).toBe(true);
  const other = { name: 'Maps', kind: 'bearer' };
  expect((await put(connections(), 'maps', other)).body).toMatchObject({ errors: [{ param: 'secret' }] });
});

test('a variable that has these values is not written again', async () => {
  const set = async (name: string, body: object) => {
    const path = `/api/v1/workspaces/${mill.workspaceId}/variables/${name}`;
    return (await api.call('PUT', path, { 'x-api-key': key }, body)).body.changed;
  };
  const before = await entries();
  const both = { value: 'draft', liveValue: 'live', plain: false };
  expect([await set('TOKEN', both), await set('TOKEN', both)]).toEqual([true, false]);
  expect([await set('TOKEN', { value: 'draft' }), await set('TOKEN', { liveValue: null })]).toEqual([
    false,
    true,
  ]);
  expect(await set('TOKEN', { liveValue: null })).toBe(false);
  expect(await set('TOKEN', { value: 'x' })).toBe(true);
  expect(await entries()).toBe(before + 3);
});
