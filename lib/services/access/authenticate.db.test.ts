import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { env } from '../../platform/env';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import { hashPassword } from '../accounts/password';
import { endSession } from '../accounts/sessions';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, TEST_PASSWORD, type TestWorkspace } from '../accounts/testing/test-workspace';
import { revokeApiKey } from '../api-keys/revoke-api-key';
import { mintKey } from '../api-keys/testing/minted-key';
import { changeMemberRole } from '../workspaces/change-member-role';
import { removeMember } from '../workspaces/remove-member';
import { type Actor, SCOPES, type Scope } from './actor';
import { newApiKeySecret } from './key-format';
import { readSessionToken, SESSION_MAX_AGE_S, sessionCookie } from './session-cookie';

let api: TestApi;
let mill: TestWorkspace;
beforeAll(async () => {
  await startListening();
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(async () => {
  await api.close();
  await stopListening();
  await closeDatabase();
});

const keyOf = (actor: Actor, scopes: readonly Scope[] = SCOPES, expiresAt: string | null = null) =>
  mintKey(actor, mill.workspaceId, { scopes, expiresAt });

async function cookieOf({ userId }: Actor, sessionEpoch = 0): Promise<string> {
  const cookie = await sessionCookie({ userId, sessionEpoch }, { name: 'n', email: 'e@example.com' });
  return cookie.slice(0, cookie.indexOf(';'));
}

const listPath = () => `/api/v1/workflows?workspaceId=${mill.workspaceId}`;
const list = async (headers: Record<string, string>) => (await api.call('GET', listPath(), headers)).status;

describe('by API key', () => {
  test('a live key acts as its maker', async () => {
    const { headers, id } = await keyOf(mill.reader);
    expect(await list(headers)).toBe(200);
    const lastUsedAt = async () => (await prisma().apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt;
    await expect.poll(lastUsedAt).not.toBeNull();
  });

  test('missing, malformed, unknown, expired and revoked keys get one same answer', async () => {
    const revoked = await keyOf(mill.reader);
    await revokeApiKey(mill.reader, revoked);
    const expired = await keyOf(mill.reader);
    await prisma().apiKey.update({
      where: { id: expired.id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    const bad = [
      {},
      ...['', 'x', newApiKeySecret(), revoked.secret, expired.secret].map((key) => ({ 'x-api-key': key })),
    ];
    const answers = await Promise.all(bad.map((headers) => api.call('GET', listPath(), headers)));
    for (const { status, body } of answers) {
      const { requestId, ...rest } = body;
      expect([status, rest]).toEqual([401, { ...answers[0]!.body, requestId: undefined }]);
    }
  });

  test('a key that expires while it is known stops at that moment', async () => {
    const endMs = Date.now() + 3_600_000;
    const { headers } = await keyOf(mill.reader, SCOPES, new Date(endMs).toISOString());
    expect(await list(headers)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: endMs - 1 });
    try {
      expect(await list(headers)).toBe(200);
      vi.setSystemTime(endMs);
      expect(await list(headers)).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  test('revoking works at once, though the key was in use', async () => {
    const key = await keyOf(mill.reader);
    expect(await list(key.headers)).toBe(200);
    await revokeApiKey(mill.reader, key);
    expect(await list(key.headers)).toBe(401);
  });

  test('a key has its scopes and no more', async () => {
    const { headers } = await keyOf(mill.writer, ['workflows:read']);
    expect(await list(headers)).toBe(200);
    const { status, body } = await api.call('DELETE', `/api/v1/workflows/${mill.exampleId}`, headers);
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('workflows:write');
  });

  test('an execution’s state is for keys that run workflows and for those that read logs', async () => {
    const stateFor = async (scope: Scope) => {
      const { headers } = await keyOf(mill.writer, [scope]);
      const { status, body } = await api.call('GET', `/api/v1/executions/${mill.exampleId}`, headers);
      return [status, body.detail];
    };
    const unknown = [404, expect.stringContaining('Execution not found')];
    expect(await stateFor('workflows:run')).toEqual(unknown);
    expect(await stateFor('logs:read')).toEqual(unknown);
    const words = 'This API key lacks the scope workflows:run or logs:read.';
    expect(await stateFor('workflows:read')).toEqual([403, words]);
  });

  test('a key never may more than its maker may now', async () => {
    const { headers } = await keyOf(mill.writer);
    const rename = () => api.call('PATCH', `/api/v1/workflows/${mill.exampleId}`, headers, { name: 'x' });
    expect((await rename()).status).toBe(200);
    const { workspaceId, writer } = mill;
    await changeMemberRole(mill.admin, { workspaceId, userId: writer.userId, role: 'reader' });
    expect((await rename()).status).toBe(403);
    await removeMember(mill.admin, { workspaceId, userId: writer.userId });
    expect([(await rename()).status, await list(headers)]).toEqual([404, 403]);
  });

  test('a key takes precedence over a cookie in the same request', async () => {
    const cookie = await cookieOf(mill.reader);
    expect(await list({ cookie })).toBe(200);
    expect(await list({ cookie, 'x-api-key': newApiKeySecret() })).toBe(401);
    const { headers } = await keyOf(mill.reader);
    expect((await api.call('GET', '/api/me', { cookie, ...headers })).status).toBe(401);
  });

  test('a change made by another process is noticed', async () => {
    const { headers } = await keyOf(mill.reader);
    // Without the notification the key would stay valid until its cache entry expires; here no entry ages.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      expect(await list(headers)).toBe(200);
      await pool().query('DELETE FROM membership WHERE user_id = $1', [mill.reader.userId]);
      expect(await list(headers)).toBe(200);
      await pool().query(`SELECT pg_notify('millrace_auth', '')`);
      await expect.poll(() => list(headers)).toBe(403);
    } finally {
      clock.mockRestore();
    }
  });
});

describe('by session', () => {
  const create = (headers: Record<string, string>) =>
    api.call('POST', '/api/workspaces', headers, { name: 'Next' }).then(({ status }) => status);

  test('reading needs the cookie alone; changing needs proof of the same origin', async () => {
    const cookie = await cookieOf(mill.reader);
    expect((await api.call('GET', '/api/me', { cookie })).status).toBe(200);
    expect(await create({ cookie })).toBe(401);
    for (const origin of ['https://evil.example', 'null', `${api.origin}0`])
      expect(await create({ cookie, origin })).toBe(401);
    expect(await create({ cookie, origin: api.origin })).toBe(201);
    expect(await create({ cookie, origin: new URL(env().NEXTAUTH_URL).origin })).toBe(201);
    expect(await create({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(201);
  });

  test.each(['cross-site', 'same-site', 'none'])('what a browser calls %s is refused', async (site) => {
    const cookie = await cookieOf(mill.reader);
    expect(await create({ cookie, origin: api.origin, 'sec-fetch-site': site })).toBe(401);
  });

  test('a cookie that was read before stops at the moment it expires', async () => {
    const cookie = await cookieOf(mill.reader);
    const read = async () => (await api.call('GET', '/api/me', { cookie })).status;
    expect(await read()).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (SESSION_MAX_AGE_S + 60) * 1000 });
    try {
      expect(await read()).toBe(401);
    } finally {
      vi.useRealTimers();
    }
    expect(await read()).toBe(200);
  });

  test('forged, foreign and ended sessions are no sessions', async () => {
    const good = await cookieOf(mill.reader);
    const [name, value] = good.split('=');
    for (const cookie of ['', `${name}=`, `${name}=x.y.z`, `${good.slice(0, -3)}AAA`, `other=${value}`])
      expect((await api.call('GET', '/api/me', { cookie })).status).toBe(401);
    expect((await api.call('GET', '/api/me', { cookie: await cookieOf(mill.reader, 1) })).status).toBe(401);
  });

  test('a copied cookie is worth nothing once its session was signed out of', async () => {
    const [cookie, other] = [await cookieOf(mill.reader), await cookieOf(mill.reader)];
    const me = async (value: string) => (await api.call('GET', '/api/me', { cookie: value })).status;
    expect([await me(cookie), await me(other)]).toEqual([200, 200]);
    await endSession((await readSessionToken(cookie))!);
    expect([await me(cookie), await me(other)]).toEqual([401, 200]);
  });

  test('signing out everywhere ends every session, this one included; keys go on', async () => {
    const [cookie, other] = [await cookieOf(mill.reader), await cookieOf(mill.reader)];
    const { headers: key } = await keyOf(mill.reader);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const left = await api.call('POST', '/api/me/sign-out-everywhere', headers);
    expect([left.status, left.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('=; Path=/;'),
    ]);
    for (const value of [cookie, other])
      expect((await api.call('GET', '/api/me', { cookie: value })).status).toBe(401);
    expect(await list(key)).toBe(200);
  });

  test('a new password ends every other session', async () => {
    const passwordHash = await hashPassword(TEST_PASSWORD);
    await prisma().user.update({ where: { id: mill.reader.userId }, data: { passwordHash } });
    const cookie = await cookieOf(mill.reader);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const change = (currentPassword: string) =>
      api.call('PUT', '/api/me/password', headers, { currentPassword, newPassword: 'a better one yet' });
    const refused = await change('not it at all');
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [expect.objectContaining({ param: 'currentPassword' })],
    ]);
    const changed = await change(TEST_PASSWORD);
    expect(changed.status).toBe(204);
    expect((await api.call('GET', '/api/me', { cookie })).status).toBe(401);
    const setCookie = changed.headers.get('set-cookie') ?? '';
    expect(setCookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    expect((await api.call('GET', '/api/me', { cookie: setCookie.split(';')[0]! })).status).toBe(200);
  });
});

test('the OpenAPI document is there for everybody and is of the served operations', async () => {
  const { status, body } = await api.call('GET', '/api/v1/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.0']);
  expect(body.paths).toHaveProperty(['/api/v1/workflows/{id}', 'put', 'requestBody']);
  expect(JSON.stringify(body)).not.toContain('/api/api-keys');
});

test('health answers, ready once the migrations are there', async () => {
  for (const path of ['/api/health', '/api/health/ready'])
    expect(await api.call('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('the demo greets by name', async () => {
  const { status, body } = await api.call('POST', '/api/demo/greetings', {}, { name: 'Ada' });
  expect([status, body]).toEqual([
    201,
    { id: expect.any(String), greeting: 'Hello, Ada!', name: 'Ada', createdAt: expect.any(String) },
  ]);
});
