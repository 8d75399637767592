import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { env } from '../../platform/env';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { type Actor, SCOPES, type Scope } from '../access/actor';
import { newApiKeySecret } from '../access/key-format';
import { sessionCookie } from '../access/session-cookie';
import { type Answer, startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createApiKey } from '../api-keys/create-api-key';
import { runByHand } from '../runs/testing/run-by-hand';
import type { Limits } from './schema';

let api: TestApi;
let mill: TestWorkspace;
beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

async function keyOf(actor: Actor, workspaceIds = [mill.workspaceId], scopes: readonly Scope[] = SCOPES) {
  const made = await createApiKey(actor, { name: 'k', scopes, workspaceIds, expiresAt: null });
  return { 'x-api-key': made.secret };
}

const listPath = () => `/api/v1/logs?workspaceId=${mill.workspaceId}`;
const remaining = ({ headers }: Answer) => headers.get('x-ratelimit-remaining');
const resetMs = ({ headers }: Answer) => Date.parse(headers.get('x-ratelimit-reset') ?? '');

/** Makes a call and checks the seconds to the window's end that `read` finds against the call's own time. */
async function inTime(call: () => Promise<Answer>, read: (answer: Answer) => unknown): Promise<Answer> {
  const askedMs = Date.now();
  const answer = await call();
  const [most, least] = [askedMs, Date.now()].map((ms) => Math.ceil((resetMs(answer) - ms) / 1000));
  expect(Number(read(answer))).toBeGreaterThanOrEqual(Math.max(1, least!));
  expect(Number(read(answer))).toBeLessThanOrEqual(most!);
  return answer;
}

/** Returns the seconds to the end of the window, from the `ratelimit` header. */
const secondsLeft = ({ headers }: Answer) => /;t=(\d+)$/.exec(headers.get('ratelimit') ?? '')?.[1];

async function windowOf(userId: string) {
  const { rows } = await pool().query(
    `SELECT kind, count FROM runtime.rate_window WHERE user_id = $1 ORDER BY kind`,
    [userId],
  );
  return rows;
}

test('every answer to a key says what is left, a refusal too; without a key nothing is said', async () => {
  const key = await keyOf(mill.owner);
  const blind = await keyOf(mill.owner, [mill.workspaceId], ['workflows:read']);
  const calls = [
    [listPath(), key, 200],
    [`${listPath()}&limt=5`, key, 400],
    ['/api/v1/logs', key, 400],
    [`/api/v1/logs?workspaceId=${mill.strangersWorkspaceId}`, key, 403],
    [listPath(), blind, 403],
    [`/api/v1/logs/${newId()}`, key, 404],
    [`/api/v1/logs/executions/${newId()}`, key, 404],
  ] as const;
  const seen = [];
  for (const [path, headers] of calls) {
    const answer = await inTime(() => api.call('GET', path, headers), secondsLeft);
    seen.push([answer.status, remaining(answer)]);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('10');
    expect(answer.headers.get('x-ratelimit-reset')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.headers.get('ratelimit-policy')).toBe('"logs";q=10;w=60');
    expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"logs";r=${remaining(answer)};t=\\d+$`));
  }
  expect(seen).toEqual(calls.map(([, , status], at) => [status, String(9 - at)]));
  for (const path of [listPath(), `/api/v1/logs/${newId()}`, `/api/v1/logs/executions/${newId()}`])
    for (const headers of [{}, { 'x-api-key': newApiKeySecret() }]) {
      const answer = await api.call('GET', path, headers as Record<string, string>);
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([401, null]);
    }
});

test('calls of the logs API count in the headers alone; the body has the limits of executions', async () => {
  const key = await keyOf(mill.owner);
  const windows = async () => {
    const answer = await api.call('GET', listPath(), key);
    const { sync, async } = (answer.body.limits as Limits).workflowExecutionRateLimit;
    return [remaining(answer), sync.limit, sync.remaining, async.limit, async.remaining];
  };
  expect(await windows()).toEqual(['9', 10, 10, 50, 50]);
  expect(await windows()).toEqual(['8', 10, 10, 50, 50]);
});

test('401 comes before 429, 429 before 400, 403 and 404', async () => {
  const key = await keyOf(mill.owner);
  for (let call = 0; call < 10; call += 1) expect((await api.call('GET', listPath(), key)).status).toBe(200);
  for (const path of [
    listPath(),
    '/api/v1/logs',
    `/api/v1/logs?workspaceId=${newId()}`,
    `/api/v1/logs/${newId()}`,
  ]) {
    const answer = await api.call('GET', path, key);
    expect([answer.status, answer.body.code, remaining(answer)]).toEqual([429, 'rate_limited', '0']);
  }
  expect((await api.call('GET', listPath(), { 'x-api-key': newApiKeySecret() })).status).toBe(401);
  // Other calls with the same key are not limited.
  const other = await api.call('GET', `/api/v1/workflows?workspaceId=${mill.workspaceId}`, key);
  expect([other.status, remaining(other)]).toEqual([200, null]);
});

test('a person in their browser is neither counted nor limited', async () => {
  const session = { userId: mill.owner.userId, sessionEpoch: 0 };
  const cookie = (await sessionCookie(session, { name: 'n', email: 'e@example.com' })).split(';')[0]!;
  for (let call = 0; call < 12; call += 1) {
    const answer = await api.call('GET', listPath(), { cookie });
    expect([answer.status, remaining(answer)]).toEqual([200, null]);
  }
  expect(await windowOf(mill.owner.userId)).toEqual([]);
});

test('a call counts against the owner of its workspace; one about none, against the maker', async () => {
  const own = await mintWorkspace();
  const { workspaceId, reader } = mill;
  const ofOwner = await keyOf(mill.owner);
  const ofReader = await keyOf(reader);
  expect(remaining(await api.call('GET', listPath(), ofOwner))).toBe('9');
  expect(remaining(await api.call('GET', listPath(), ofReader))).toBe('8');
  await pool().query(`INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'reader')`, [
    own.workspaceId,
    reader.userId,
  ]);
  const both = { ...reader, roles: new Map([...reader.roles, [own.workspaceId, 'reader' as const]]) };
  const mixed = await keyOf(both, [workspaceId, own.workspaceId]);
  await pool().query(`UPDATE "user" SET plan = 'team' WHERE id = $1`, [own.owner.userId]);
  const limitAndLeft = async (path: string) => {
    const { headers } = await api.call('GET', path, mixed);
    return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };
  expect(await limitAndLeft(listPath())).toEqual(['10', '7']);
  expect(await limitAndLeft(`/api/v1/logs?workspaceId=${own.workspaceId}`)).toEqual(['60', '59']);
  // The path alone identifies the plan; headers and body refer to the same one.
  const { logId, executionId } = await runByHand(own.owner, { workflowId: own.exampleId, input: {} });
  for (const [path, left] of [
    [`/api/v1/logs/${logId}`, '58'],
    [`/api/v1/logs/executions/${executionId}`, '57'],
    [`/api/v1/workflows/${own.exampleId}/drift`, '56'],
  ])
    expect([path, ...(await limitAndLeft(path!))]).toEqual([path, '60', left]);
  const { body } = await api.call('GET', `/api/v1/logs/${logId}`, mixed);
  expect((body.limits as Limits).usage.plan).toBe('team');
  expect(await limitAndLeft(`/api/v1/logs/${newId()}`)).toEqual(['10', '9']);
  expect(await windowOf(reader.userId)).toEqual([{ kind: 'logs', count: 1 }]);
  expect(await windowOf(mill.owner.userId)).toEqual([{ kind: 'logs', count: 3 }]);
});

test('a method that the logs don’t take counts as a call of them, and says what is left', async () => {
  const key = await keyOf(mill.owner);
  for (const [method, path, left, allow] of [
    ['POST', listPath(), '9', 'GET, HEAD, OPTIONS'],
    ['PATCH', `/api/v1/logs/${newId()}`, '8', 'DELETE, GET, HEAD, OPTIONS'],
    ['PUT', `/api/v1/logs/executions/${newId()}`, '7', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await api.call(method, path, key);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    expect([remaining(answer), answer.headers.get('x-ratelimit-limit')]).toEqual([left, '10']);
  }
  for (let call = 0; call < 7; call += 1) await api.call('GET', listPath(), key);
  const over = await api.call('POST', listPath(), key);
  expect([over.status, remaining(over), over.headers.get('retry-after')]).toEqual([
    429,
    '0',
    expect.stringMatching(/^\d+$/),
  ]);
  const stranger = await api.call('POST', listPath(), {});
  expect([stranger.status, remaining(stranger)]).toEqual([405, null]);
});

test('a window lasts 60 seconds from its first call', async () => {
  const key = await keyOf(mill.owner);
  const calledMs = Date.now();
  const first = await api.call('GET', listPath(), key);
  expect(resetMs(first)).toBeGreaterThanOrEqual(calledMs + 60_000);
  expect(resetMs(first)).toBeLessThanOrEqual(Date.now() + 60_000);
  const age = async (seconds: number) => {
    const { rows } = await pool().query<{ window_start: Date }>(
      `UPDATE runtime.rate_window SET window_start = now() - make_interval(secs => $2) WHERE user_id = $1
        RETURNING window_start`,
      [mill.owner.userId, seconds],
    );
    return rows[0]!.window_start.getTime();
  };
  const begunMs = await age(30);
  const late = await inTime(() => api.call('GET', listPath(), key), secondsLeft);
  expect([remaining(first), remaining(late)]).toEqual(['9', '8']);
  expect(resetMs(late)).toBe(begunMs + 60_000);
  await age(60.1);
  expect(remaining(await api.call('GET', listPath(), key))).toBe('9');
});

test('without the counter a holder whose plan was never seen isn’t taken for a free one', async () => {
  const key = await keyOf(mill.owner);
  const locker = new pg.Client({ connectionString: env().DATABASE_URL });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE runtime.rate_window IN EXCLUSIVE MODE');
  try {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => api.call('GET', `/api/v1/logs/${newId()}`, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(404));
  } finally {
    await locker.end();
  }
});

test('while the counter can’t be reached this process counts: never open, never a failure', async () => {
  const key = await keyOf(mill.owner);
  expect((await api.call('GET', listPath(), key)).status).toBe(200); // the key is known now
  const locker = new pg.Client({ connectionString: env().DATABASE_URL });
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE runtime.rate_window IN EXCLUSIVE MODE');
  try {
    const call = () => api.call('GET', `/api/v1/logs/${newId()}`, key);
    const seconds = (answer: Answer) => answer.headers.get('retry-after') ?? secondsLeft(answer);
    const answers = await Promise.all(Array.from({ length: 30 }, () => inTime(call, seconds)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  } finally {
    await locker.end();
  }
  expect(remaining(await api.call('GET', listPath(), key))).toBe('8');
});
