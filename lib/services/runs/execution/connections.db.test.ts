import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { startHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { notify } from '../../../platform/postgres/notify';
import { forkBundled } from '../../../platform/testing/fork-bundled';
import { SCOPES } from '../../access/actor';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import {
  createConnection,
  deleteConnection,
  disconnect,
  updateConnection,
} from '../../connections/change-connection';
import { connectionAuth } from '../../connections/connection-auth';
import { listConnections } from '../../connections/list-connections';
import { connectedTo } from '../../connections/testing/connected';
import { type OauthServer, startOauthServer } from '../../connections/testing/oauth-server';
import { getRecordedRequest } from '../single-block/recorded-request';
import { workflowIn } from '../testing/workflow-in';

vi.setConfig({ testTimeout: patient(120_000) });

let api: TestApi;
let other: ChildProcess;
let otherOrigin: string;
let mill: TestWorkspace;
let oauth: OauthServer;
let headers: Record<string, string>;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  api = await startTestApi();
  other = forkBundled(path.join(import.meta.dirname, '../testing/server-process.ts'));
  const [message] = await once(other, 'message');
  otherOrigin = (message as { origin: string }).origin;
});
beforeEach(async () => {
  mill = await mintWorkspace();
  oauth = await startOauthServer();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  headers = { 'x-api-key': (await createApiKey(mill.owner, choice)).secret };
});
afterEach(() => oauth.close());
afterAll(async () => {
  other.disconnect();
  await once(other, 'exit');
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

const workflowWith = (connectionId: string, change: object = {}) =>
  workflowIn(mill, [
    {
      type: 'api',
      config: { url: `${oauth.origin}/api`, auth: { kind: 'connection', connectionId }, ...change },
    },
  ]);

interface Answer extends Record<string, unknown> {
  output?: { status?: number };
  error?: { code: string; message: string };
}

async function run(id: string, origin = api.origin): Promise<Answer> {
  const response = await fetch(`${origin}/api/v1/workflows/${id}/executions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"input": {}}',
  });
  return (await response.json()) as Answer;
}

const logOf = async ({ logId }: Record<string, unknown>) =>
  JSON.stringify((await api.call('GET', `/api/v1/logs/${logId}`, headers)).body);

/** Its token is due for renewal, as if an hour had passed. */
async function letExpire(id: string): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  await prisma().connection.update({ where: { id }, data: { renewAt: past, expiresAt: past } });
  await notify('connections', id);
}

const renewals = () => oauth.asked.filter(({ grant_type }) => grant_type !== 'authorization_code');
const only = async () => (await listConnections(mill.reader, mill)).data[0];

test('100 runs in two processes whose token has expired ask for one new token, and all succeed', async () => {
  const id = await connectedTo(oauth, mill);
  const workflow = await workflowWith(id);
  await run(workflow, otherOrigin);
  oauth.good.clear();
  await letExpire(id);
  // Long enough for runs of both processes to need the token before there is one.
  oauth.delayMs = 1_500;
  const runs = await Promise.all(
    Array.from({ length: 100 }, (_, index) => run(workflow, index % 2 === 0 ? api.origin : otherOrigin)),
  );
  expect(runs.map(({ output }) => output?.status)).toEqual(Array(100).fill(200));
  expect(renewals()).toHaveLength(1);
});

test('tokens refused with 401 are renewed once for all runs, which send their request again', async () => {
  const id = await connectedTo(oauth, mill);
  const workflow = await workflowWith(id);
  oauth.good.clear();
  const runs = await Promise.all(Array.from({ length: 20 }, () => run(workflow)));
  expect(runs.every(({ output }) => output?.status === 200)).toBe(true);
  expect(renewals()).toHaveLength(1);
});

test('a server that refuses every token is not asked for a new one with every request', async () => {
  const id = await connectedTo(oauth, mill);
  const workflow = await workflowWith(id, { url: `${oauth.origin}/api` });
  for (let count = 0; count < 4; count += 1) {
    oauth.good.clear();
    await run(workflow);
  }
  expect(renewals()).toHaveLength(1);
});

test('the token is in no log or event, and each renewal gives the next refresh token', async () => {
  const id = await connectedTo(oauth, mill);
  const workflow = await workflowWith(id);
  for (let count = 0; count < 3; count += 1) {
    await letExpire(id);
    expect(await run(workflow)).toMatchObject({ output: { status: 200 } });
    expect(renewals()).toHaveLength(count + 1);
  }
  expect(new Set(renewals().map(({ refresh_token }) => refresh_token)).size).toBe(3);
  const answer = await run(workflow);
  // The caller gets what the server said of it.
  expect(JSON.stringify(answer)).toContain(`Bearer ${[...oauth.good].at(-1)}`);
  const log = await logOf(answer);
  expect(log).toContain('Bearer ***');
  for (const token of oauth.good) expect(log).not.toContain(token);
});

test('after a refresh token was revoked, runs and the settings page say to connect again', async () => {
  const id = await connectedTo(oauth, mill);
  const workflow = await workflowWith(id);
  oauth.answer = (response) => response.writeHead(400).end('{"error":"invalid_grant"}');
  await letExpire(id);
  for (let count = 0; count < 2; count += 1)
    expect((await run(workflow)).error).toMatchObject({
      code: 'CONNECTION_EXPIRED',
      message: expect.stringContaining('again'),
    });
  expect(await only()).toMatchObject({
    state: 'expired',
    lastError: expect.stringContaining('invalid_grant'),
  });
  expect(renewals()).toHaveLength(1);
  const lost = { action: 'connection.authorization_lost', workspaceId: mill.workspaceId };
  expect(await prisma().auditEvent.findMany({ where: lost })).toMatchObject([
    { actor: 'system', userId: null, detail: { reason: expect.stringContaining('invalid_grant') } },
  ]);
});

test.each([
  ['Entra', 400, { error: 'interaction_required' }],
  ['Atlassian', 403, { error: 'unauthorized_client', error_description: 'refresh_token is invalid' }],
])(
  '%s’s refusal of a refresh token ends the connection, and is asked for once',
  async (_who, status, body) => {
    const id = await connectedTo(oauth, mill);
    const workflow = await workflowWith(id);
    oauth.answer = (response) => response.writeHead(status).end(JSON.stringify(body));
    await letExpire(id);
    for (let count = 0; count < 2; count += 1)
      expect((await run(workflow)).error).toMatchObject({ code: 'CONNECTION_EXPIRED' });
    expect(await only()).toMatchObject({ state: 'expired' });
    expect(renewals()).toHaveLength(1);
  },
);

test('a token server’s passing trouble leaves the connection as it is', async () => {
  const id = await connectedTo(oauth, mill);
  const workflow = await workflowWith(id);
  const trouble = [
    [500, { error: 'invalid_grant' }],
    [400, { error: 'temporarily_unavailable' }],
  ] as const;
  for (const [status, body] of trouble) {
    oauth.answer = (response) => response.writeHead(status).end(JSON.stringify(body));
    await letExpire(id);
    expect((await run(workflow)).error).toMatchObject({ code: 'OAUTH_TOKEN_FAILED' });
    expect(await only()).toMatchObject({ state: 'connected' });
  }
  oauth.answer = null;
  expect(await run(workflow)).toMatchObject({ output: { status: 200 } });
});

test.each([
  ['403', 403, 'no', [{ status: 403, text: '' }], 2],
  ['a text of a 400', 400, '{"error":"token_expired"}', [{ status: 400, text: 'token_expired' }], 2],
  ['a text of a 200', 200, '{"code":"E-401"}', [{ status: 200, text: 'E-401' }], 2],
  ['another text', 400, '{"error":"bad"}', [{ status: 400, text: 'token_expired' }], 1],
])(
  '%s renews the token as a 401 does, if the connection says so',
  async (_what, status, body, expiredAnswers, sent) => {
    const id = await connectedTo(oauth, mill, { expiredAnswers });
    const received: string[] = [];
    const service = await startHttpServer((request, response) => {
      received.push(request.headers.authorization ?? '');
      if (received.length === 1) response.writeHead(status).end(body);
      else response.end('{}');
    });
    await run(await workflowWith(id, { url: service.origin }));
    await service.close();
    expect(received).toHaveLength(sent);
    expect(new Set(received).size).toBe(sent);
    expect(renewals()).toHaveLength(sent - 1);
  },
);

test('client credentials are renewed by themselves', async () => {
  const id = await connectedTo(oauth, mill, { kind: 'clientCredentials', authorizeUrl: '' });
  const workflow = await workflowWith(id);
  oauth.good.clear();
  expect((await run(workflow)).output).toMatchObject({ status: 200 });
  expect(renewals().map(({ grant_type, access_type }) => [grant_type, access_type])).toEqual(
    Array(2).fill(['client_credentials', 'offline']),
  );
});

test('another workspace’s, a deleted and a disconnected connection fail runs with their codes', async () => {
  const id = await connectedTo(oauth, mill);
  const codeOf = async (connectionId: string) => (await run(await workflowWith(connectionId))).error?.code;
  const stranger = { ...mill, workspaceId: mill.strangersWorkspaceId, writer: mill.stranger };
  expect(await codeOf(await connectedTo(oauth, stranger))).toBe('CONNECTION_NOT_FOUND');
  expect(await codeOf('no id')).toBe('CONNECTION_NOT_FOUND');
  const one = { workspaceId: mill.workspaceId, id };
  await disconnect(mill.writer, one);
  expect(await codeOf(id)).toBe('CONNECTION_NOT_CONNECTED');
  await deleteConnection(mill.writer, one);
  expect(await codeOf(id)).toBe('CONNECTION_NOT_FOUND');
});

const SECRET = 'st0red s&cret/ü';

test.each([
  [{ kind: 'bearer', secret: 'st0red.token' }, { authorization: 'Bearer st0red.token' }, ''],
  [
    { kind: 'basic', username: 'me', secret: SECRET },
    { authorization: `Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}` },
    '',
  ],
  [{ kind: 'apiKey', in: 'header', keyName: 'X-Key', secret: 'st0red-key' }, { 'x-key': 'st0red-key' }, ''],
  [{ kind: 'apiKey', in: 'query', keyName: 'key', secret: 'st0red&key' }, {}, '?key=st0red%26key'],
] as const)('%j is sent as stored, and is in no log, event or preview', async (kept, sent, query) => {
  const { workspaceId } = mill;
  const edit = { name: 'Stored', ...kept, workspaceId };
  const { id } = (await createConnection(mill.writer, edit)).data;
  const config = { url: `${oauth.origin}/api/echo`, auth: { kind: 'connection', connectionId: id } };
  const workflow = await workflowIn(mill, [{ type: 'api', config }]);
  const answer = await run(workflow);
  const echoed = oauth.received.at(-1)!;
  expect(echoed.headers).toMatchObject(sent);
  expect(echoed.url).toBe(`/api/echo${query}`);
  // The request isn't retried, because nothing can be renewed.
  expect(oauth.received).toHaveLength(1);
  const { data } = await getRecordedRequest(
    mill.reader,
    { id: String(answer.logId), spanId: 'b1' },
    new AbortController().signal,
  );
  const shown = JSON.stringify([await logOf(answer), data]);
  const encoded = [kept.secret, encodeURIComponent(kept.secret), Object.values(sent)[0]?.split(' ').at(-1)];
  for (const secret of encoded) if (secret !== undefined) expect(shown).not.toContain(secret);
  expect(data.request?.url).toBe(`${oauth.origin}/api/echo${query === '' ? '' : '?key=***'}`);
  for (const name of Object.keys(sent))
    expect(data.request?.headers.map((header) => header.name.toLowerCase())).toContain(name);
});

test('a secret entered anew is sent by the next run; without one the run says so', async () => {
  const { workspaceId } = mill;
  const edit = { name: 'Stored', kind: 'bearer', secret: 'first-token', workspaceId } as const;
  const { id } = (await createConnection(mill.writer, edit)).data;
  const workflow = await workflowWith(id);
  oauth.good.add('first-token').add('second-token');
  expect((await run(workflow)).output).toMatchObject({ status: 200 });
  await updateConnection(mill.writer, { ...edit, id, secret: 'second-token' });
  expect((await run(workflow)).output).toMatchObject({ status: 200 });
  expect(oauth.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer first-token',
    'Bearer second-token',
  ]);
  await prisma().connection.update({ where: { id }, data: { clientSecret: null } });
  await notify('connections', id);
  expect((await run(workflow)).error).toMatchObject({
    code: 'CONNECTION_NOT_CONNECTED',
    message: '"Stored" has no secret. Enter it under Settings → Connections.',
  });
});

test('a token server that hangs is given up; a token that is still good is used meanwhile', async () => {
  const id = await connectedTo(oauth, mill);
  oauth.answer = () => undefined;
  const hasty = {
    ...outboundClient(),
    request: (request: Parameters<ReturnType<typeof outboundClient>['request']>[0], options = {}) =>
      outboundClient().request(request, { ...options, attemptTimeoutMs: 1_000, totalTimeoutMs: 1_500 }),
  };
  const read = connectionAuth(mill.workspaceId, () => hasty);
  const ask = () => read({ connectionId: id, refused: null, signal: new AbortController().signal });
  const past = new Date(Date.now() - 1_000);
  await prisma().connection.update({ where: { id }, data: { renewAt: past } });
  expect(await ask()).toMatchObject({ ok: true });
  await letExpire(id);
  expect(await ask()).toMatchObject({ ok: false, isBroken: false, error: { code: 'OAUTH_TOKEN_FAILED' } });
});

test('a run that was cancelled doesn’t wait for the token', async () => {
  const id = await connectedTo(oauth, mill);
  await letExpire(id);
  const read = connectionAuth(mill.workspaceId);
  expect(await read({ connectionId: id, refused: null, signal: AbortSignal.abort() })).toMatchObject({
    ok: false,
    error: { code: 'CANCELLED' },
  });
});
