import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase } from '../../platform/postgres/db';
import type { Scope } from '../access/actor';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from './testing/minted-key';

let api: TestApi;
let mill: TestWorkspace;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const keyWith = async (scopes: readonly Scope[], expiresAt: string | null = null) =>
  (await mintKey(mill.owner, mill.workspaceId, { scopes, expiresAt })).headers;
const make = (headers: Record<string, string>, more: object = {}) => {
  const choice = { name: 'made', scopes: ['workflows:run'], workspaceIds: [mill.workspaceId], ...more };
  return api.call('POST', '/api/v1/api-keys', headers, choice);
};
const YEAR = '2999-01-01T00:00:00.000Z';

test('a key makes keys of its own scopes, also of parts of them, and of no others', async () => {
  const headers = await keyWith(['keys:write', 'workflows:write']);
  const parts = { scopes: ['workflows:publish', 'workflows:read', 'connections:use'] };
  const { status } = await make(headers, parts);
  expect(status).toBe(201);
  const refused = await make(headers, { scopes: ['logs:read'] });
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('lacks logs:read')]);
  const other = { scopes: ['keys:write'], workspaceIds: [mill.strangersWorkspaceId] };
  const elsewhere = await make(headers, other);
  expect(elsewhere.status).toBe(403);
});

test('a key that expires makes none that works longer', async () => {
  const headers = await keyWith(['keys:write', 'workflows:run'], YEAR);
  expect((await make(headers)).status).toBe(403);
  expect((await make(headers, { expiresAt: '2999-01-02T00:00:00Z' })).status).toBe(403);
  expect((await make(headers, { expiresAt: '2998-12-31T00:00:00Z' })).status).toBe(201);
});

test('a key sees and changes only keys that may do no more than itself', async () => {
  const wide = await mintKey(mill.owner, mill.workspaceId);
  const { headers, id } = await mintKey(mill.owner, mill.workspaceId, { scopes: ['keys:write'] });
  const { body } = await api.call('GET', '/api/v1/api-keys', headers);
  expect((body.data as Array<{ id: string }>).map((key) => key.id)).toEqual([id]);
  const path = `/api/v1/api-keys/${wide.id}`;
  expect((await api.call('POST', `${path}/rotation`, headers, { overlap: 'none' })).status).toBe(404);
  expect((await api.call('DELETE', path, headers)).status).toBe(404);
  expect((await api.call('DELETE', `/api/v1/api-keys/${id}`, headers)).status).toBe(204);
});

test('a person gets a role only by a key that may do all that the role allows', async () => {
  const invite = (headers: Record<string, string>, role: string) =>
    api.call('POST', `/api/v1/workspaces/${mill.workspaceId}/invitations`, headers, {
      email: `${role}-${mill.workspaceId}@example.com`,
      role,
    });
  const narrow = await keyWith(['members:write']);
  const refused = await invite(narrow, 'reader');
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('workflows:read')]);
  const reads = ['workflows:read', 'logs:read', 'webhooks:read', 'connections:use'] as const;
  const reading = await keyWith(['members:write', ...reads]);
  expect((await invite(reading, 'reader')).status).toBe(201);
  expect((await invite(reading, 'writer')).status).toBe(403);
  expect((await invite((await mintKey(mill.owner, mill.workspaceId)).headers, 'admin')).status).toBe(201);
  const promoted = await api.call(
    'PATCH',
    `/api/v1/workspaces/${mill.workspaceId}/members/${mill.reader.userId}`,
    reading,
    { role: 'admin' },
  );
  expect(promoted.status).toBe(403);
});

test('a key of before keeps publishing, and a narrower one publishes without writing', async () => {
  const publish = async (scopes: readonly Scope[]) => {
    const path = `/api/v1/workflows/${mill.exampleId}`;
    return (await api.call('POST', `${path}/publish`, await keyWith(scopes), {})).status;
  };
  expect(await publish(['workflows:read'])).toBe(403);
  expect(await publish(['workflows:publish'])).toBe(201);
  // The draft is the live version already.
  expect(await publish(['workflows:write'])).toBe(409);
  const rename = { name: 'Other' };
  const narrow = await keyWith(['workflows:publish']);
  expect((await api.call('PATCH', `/api/v1/workflows/${mill.exampleId}`, narrow, rename)).status).toBe(403);
});

test('a former path answers the same and names the present one; a session operation says why', async () => {
  const { headers } = await mintKey(mill.owner, mill.workspaceId);
  const now = await api.call('GET', '/api/v1/workspaces', headers);
  expect((now.body.data as Array<{ id: string }>).map(({ id }) => id)).toEqual([mill.workspaceId]);
  const before = await api.call('GET', '/api/workspaces', headers);
  expect([before.body, before.headers.get('link')]).toEqual([
    now.body,
    expect.stringContaining('</api/v1/workspaces>; rel="successor-version"'),
  ]);
  const { status, body } = await api.call('GET', '/api/me', headers);
  expect([status, body.detail]).toEqual([401, expect.stringContaining('GET /api/v1/workspaces')]);
});
