import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { refusalOf } from '../accounts/testing/refusals';
import type { TestApi } from '../accounts/testing/test-api';
import { mintWorkspace } from '../accounts/testing/test-workspace';
import { type KeyHolder, startKeyHolder } from '../runs/testing/key-holder';
import { createWorkflow } from '../workflows/create-workflow';
import { createApiKey } from './create-api-key';
import type { KeyLimits } from './key-limits';
import { mintKey } from './testing/minted-key';
import { updateApiKey } from './update-api-key';

let mill: KeyHolder;
let api: TestApi;
/** Two workflows beside the example. */
let ownId: string;
let otherId: string;
beforeAll(async () => {
  mill = await startKeyHolder();
  ({ api } = mill);
  ownId = await makeWorkflow('Own');
  otherId = await makeWorkflow('Other');
});
afterAll(() => mill.close());

async function makeWorkflow(name: string): Promise<string> {
  const position = { x: 0, y: 0 };
  const start = { id: 's', type: 'start', name: 'start', position, enabled: true, config: {} };
  const document = { blocks: { s: start }, edges: [], schemaVersion: 1, loops: {}, parallels: {} };
  const { workspaceId } = mill;
  return (await createWorkflow(mill.owner, { workspaceId, name, document })).data.id;
}

const limited = (limits: KeyLimits) => mintKey(mill.owner, mill.workspaceId, limits);
const list = (headers: Record<string, string>) =>
  api.call('GET', `/api/v1/workflows?workspaceId=${mill.workspaceId}`, headers);
const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
  (body.data as Array<{ id: string }>).map(({ id }) => id);

test('a key that is limited to addresses is refused from all others', async () => {
  const { headers } = await limited({ addresses: ['127.0.0.0/8', '::1'] });
  expect((await list(headers)).status).toBe(200);
  const elsewhere = await limited({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
  const { status, body } = await list(elsewhere.headers);
  expect([status, body.detail]).toEqual([
    403,
    'This API key is limited to certain addresses, and 127.0.0.1 is not one of them.',
  ]);
});

test('a header that no trusted proxy sent is not believed', async () => {
  const { headers } = await limited({ addresses: ['203.0.113.7'] });
  expect((await list({ ...headers, 'x-forwarded-for': '203.0.113.7' })).status).toBe(403);
});

test('a key that is limited to workflows lists, reads and runs only these', async () => {
  const { headers } = await limited({ workflowIds: [ownId] });
  expect(idsOf(await list(headers))).toEqual([ownId]);
  const run = (id: string) =>
    api.call('POST', `/api/v1/workflows/${id}/executions?version=draft`, headers, {});
  expect((await run(ownId)).status).toBe(200);
  const { status, body } = await run(otherId);
  expect([status, body.detail]).toEqual([
    403,
    'This API key is limited to one workflow, and this is not one of them.',
  ]);
  expect((await api.call('GET', `/api/v1/workflows/${otherId}`, headers)).status).toBe(403);
  expect((await api.call('GET', `/api/v1/workflows/${ownId}`, headers)).status).toBe(200);
});

test('it sees the logs of these workflows only, in the list and one by one', async () => {
  const { headers } = await limited({ workflowIds: [otherId] });
  const path = `/api/v1/workflows/${ownId}/executions?version=draft`;
  const { body: ran } = await api.call('POST', path, mill.headers, {});
  const logs = async (by: Record<string, string>, more = '') => {
    const { body } = await api.call('GET', `/api/v1/logs?workspaceId=${mill.workspaceId}${more}`, by);
    return body.data as Array<{ id: string }>;
  };
  await expect.poll(async () => (await logs(mill.headers)).map(({ id }) => id)).toContain(ran.logId);
  expect(await logs(headers)).toEqual([]);
  expect(await logs(headers, `&workflowIds=${ownId}`)).toEqual([]);
  const status = async (at: string) => (await api.call('GET', at, headers)).status;
  expect(await status(`/api/v1/executions/${ran.executionId}`)).toBe(403);
  expect(await status(`/api/v1/logs/${ran.logId}`)).toBe(403);
  expect(await status(`/api/v1/logs/executions/${ran.executionId}`)).toBe(403);
  const groups = `/api/v1/logs/groups?workspaceId=${mill.workspaceId}&by=status`;
  expect((await api.call('GET', groups, headers)).body.data).toEqual([]);
});

test('operations that reach beyond a workflow refuse it, and say why', async () => {
  const { headers } = await limited({ workflowIds: [ownId] });
  for (const room of ['webhooks', 'folders', 'audit']) {
    const path = `/api/v1/${room}?workspaceId=${mill.workspaceId}`;
    const { status, body } = await api.call('GET', path, headers);
    expect([status, body.detail]).toEqual([
      403,
      'This API key is limited to one workflow, and this operation reaches further. Use a key without that limit.',
    ]);
  }
});

test('limits are changed while the key is in use, and lifted with null', async () => {
  const { id, headers } = await limited({ workflowIds: [ownId], addresses: ['127.0.0.1'] });
  expect(idsOf(await list(headers))).toEqual([ownId]);
  const { data } = await updateApiKey(mill.owner, { id, workflowIds: null });
  expect([data.workflowIds, data.addresses]).toEqual([null, ['127.0.0.1']]);
  expect(idsOf(await list(headers))).toContain(otherId);
  await updateApiKey(mill.owner, { id, addresses: ['203.0.113.7'] });
  expect((await list(headers)).status).toBe(403);
});

test('an address must be one, and a workflow of the key’s workspaces', async () => {
  const choice = { name: 'k', scopes: ['workflows:run'] as const, workspaceIds: [mill.workspaceId] };
  const made = (limits: KeyLimits) =>
    refusalOf(createApiKey(mill.owner, { ...choice, expiresAt: null, ...limits }));
  for (const address of ['300.0.0.1', '203.0.113.0/33', '1.2.3', '::/129'])
    expect(await made({ addresses: [address] })).toBe('invalid_request');
  for (const id of [newId(), 'nonsense', (await mintWorkspace()).exampleId])
    expect(await made({ workflowIds: [id] })).toBe('invalid_request');
  const { status, body } = await api.call(
    'POST',
    '/api/v1/api-keys',
    (await mintKey(mill.owner, mill.workspaceId)).headers,
    { ...choice, addresses: [] },
  );
  expect([status, JSON.stringify(body.errors)]).toEqual([400, expect.stringContaining('null for no limit')]);
});

test('a limited key makes and changes only keys within its own limits', async () => {
  const { id, headers } = await limited({ workflowIds: [ownId], addresses: ['127.0.0.0/8'] });
  const choice = { name: 'part', scopes: ['workflows:run'], workspaceIds: [mill.workspaceId] };
  const make = async (limits: object) =>
    (await api.call('POST', '/api/v1/api-keys', headers, { ...choice, ...limits })).status;
  const within = { workflowIds: [ownId], addresses: ['127.0.0.1'] };
  expect(await make(within)).toBe(201);
  for (const wider of [
    {},
    { ...within, workflowIds: null },
    { ...within, workflowIds: [otherId] },
    { ...within, addresses: null },
    { ...within, addresses: ['127.0.0.1', '10.0.0.1'] },
    { ...within, addresses: ['0.0.0.0/0'] },
  ])
    expect(await make(wider)).toBe(403);
  for (const wider of [{ workflowIds: null }, { addresses: null }])
    expect((await api.call('PATCH', `/api/v1/api-keys/${id}`, headers, wider)).status).toBe(403);
  const unlimited = await mintKey(mill.owner, mill.workspaceId, { scopes: ['workflows:run'] });
  expect((await api.call('DELETE', `/api/v1/api-keys/${unlimited.id}`, headers)).status).toBe(404);
});

test('a limited key gives nobody a role', async () => {
  const { headers } = await limited({ addresses: ['127.0.0.1'] });
  const invitation = { email: `${newId()}@example.com`, role: 'reader' };
  const path = `/api/v1/workspaces/${mill.workspaceId}/invitations`;
  const { status, body } = await api.call('POST', path, headers, invitation);
  expect([status, body.detail]).toEqual([403, expect.stringContaining('which members are not')]);
});

test('a key keeps its limits when it is rotated', async () => {
  const limits = { workflowIds: [ownId], addresses: ['127.0.0.1'] };
  const { id, headers } = await limited(limits);
  const path = `/api/v1/api-keys/${id}/rotation`;
  const { status, body } = await api.call('POST', path, headers, { overlap: 'none' });
  expect([status, body.data]).toEqual([201, expect.objectContaining(limits)]);
});
