import { afterAll, beforeAll, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { SCOPES } from '../access/actor';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { createApiKey } from '../api-keys/create-api-key';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from '../outgoing-webhooks/testing/subscribed-workspace';

let api: TestApi;
let receiver: LoopbackHttpServer;
let mill: SubscribedWorkspace;
let elsewhere: SubscribedWorkspace;

beforeAll(async () => {
  receiver = await startHttpServer((_, response) => response.writeHead(204).end());
  await openForDeliveries();
  api = await startTestApi();
  mill = await mintSubscribedWorkspace();
  elsewhere = await mintSubscribedWorkspace();
});
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await receiver.close();
  await closeAfterDeliveries();
});

async function keyOf({ owner, workspaceId }: SubscribedWorkspace): Promise<Record<string, string>> {
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  return { 'x-api-key': (await createApiKey(owner, choice)).secret };
}

const settings = () => ({
  name: 'Orders fail',
  condition: { kind: 'failures', count: 1 },
  windowMinutes: 5,
  destination: { kind: 'webhook', url: `${receiver.origin}/alerts` },
});

/** Creates, tests, reads, changes and deletes a rule; returns the status and the kinds of content seen. */
async function wholeLife(base: string, list: string, body: object): Promise<unknown[]> {
  const headers = await keyOf(mill);
  const created = await api.call('POST', base, headers, body);
  const { id } = created.body.data as { id: string };
  const changed = { ...settings(), name: 'Orders are slow' };
  return [
    created.status,
    (await api.call('POST', `${base}/${id}/test`, headers)).body,
    (await api.call('GET', `${base}/${id}/events`, headers)).body,
    (await api.call('PUT', `${base}/${id}`, headers, changed)).body,
    (await api.call('GET', list, headers)).body,
    (await api.call('DELETE', `${base}/${id}`, headers)).status,
    (await api.call('GET', list, headers)).body,
  ];
}

const lifeOfARule = [
  201,
  { data: expect.objectContaining({ kind: 'test', state: 'sent' }) },
  { data: [expect.objectContaining({ kind: 'test' })], nextCursor: null },
  { data: expect.objectContaining({ name: 'Orders are slow' }), secret: null },
  { data: [expect.objectContaining({ name: 'Orders are slow' })], canSendEmail: expect.any(Boolean) },
  204,
  { data: [], canSendEmail: expect.any(Boolean) },
];

test('a rule is addressed by its id, and the list by a parameter', async () => {
  const { workspaceId } = mill;
  const list = `/api/v1/alerts?workspaceId=${workspaceId}`;
  expect(await wholeLife('/api/v1/alerts', list, { ...settings(), workspaceId })).toEqual(lifeOfARule);
});

test('the former addresses, with the workspace in the path, do the same', async () => {
  const base = `/api/v1/workspaces/${mill.workspaceId}/alerts`;
  expect(await wholeLife(base, base, settings())).toEqual(lifeOfARule);
});

test('answers at a former address name the present one, refusals too; those at others name none', async () => {
  const own = await keyOf(mill);
  const base = `/api/v1/workspaces/${mill.workspaceId}/alerts`;
  const linksAt = async (method: string, path: string, headers = own) => {
    const answer = await api.call(method, path, headers);
    return [answer.headers.get('deprecation'), answer.headers.get('link')];
  };
  const links = (path: string) => [
    `@${Date.UTC(2026, 10, 28) / 1000}`,
    `<${path}>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"`,
  ];
  expect(await linksAt('GET', base)).toEqual(links('/api/v1/alerts'));
  expect(await linksAt('GET', base, {})).toEqual(links('/api/v1/alerts'));
  expect(await linksAt('GET', `${base}/x/events`)).toEqual(links('/api/v1/alerts/x/events'));
  expect(await linksAt('DELETE', `${base}/x`)).toEqual(links('/api/v1/alerts/x'));
  expect(await linksAt('POST', `${base}/x/test`)).toEqual(links('/api/v1/alerts/x/test'));
  const list = `alerts?workspaceId=${mill.workspaceId}`;
  for (const path of [`/api/v1/${list}`, `/v1/${list}`])
    expect(await linksAt('GET', path)).toEqual([null, null]);
});

test('a rule of another workspace is not found, whichever address names it', async () => {
  const own = await keyOf(elsewhere);
  const body = { ...settings(), workspaceId: elsewhere.workspaceId };
  const { id } = (await api.call('POST', '/api/v1/alerts', own, body)).body.data as { id: string };
  const foreign = await keyOf(mill);
  for (const path of [`/api/v1/alerts/${id}`, `/api/v1/workspaces/${mill.workspaceId}/alerts/${id}`]) {
    expect((await api.call('PUT', path, foreign, settings())).status).toBe(404);
    expect((await api.call('GET', `${path}/events`, foreign)).status).toBe(404);
    expect((await api.call('POST', `${path}/test`, foreign)).status).toBe(404);
    expect((await api.call('DELETE', path, foreign)).status).toBe(404);
  }
  const former = `/api/v1/workspaces/${elsewhere.workspaceId}/alerts`;
  expect((await api.call('DELETE', `${former}/${id}`, foreign)).status).toBe(403);
  expect((await api.call('DELETE', `${former}/${id}`, own)).status).toBe(204);
});
