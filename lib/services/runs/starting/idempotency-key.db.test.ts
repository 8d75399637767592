import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { newId } from '../../../platform/ids';
import { listen } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { forkBundled } from '../../../platform/testing/fork-bundled';
import { SCOPES } from '../../access/actor';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { setPlan } from '../../limits/set-plan';
import { workflowThatAnswers } from '../../limits/testing/workflow-that-answers';
import { createWorkflow } from '../../workflows/create-workflow';
import { recoverExecutions } from '../journal/recover-executions';
import { sampleRow } from '../testing/sample-row';
import { becomeSteady } from '../testing/steady-process';
import { claimKey, fingerprintOf, forgetExpiredKeys, startClaimed } from './idempotency-key';

vi.setConfig({ testTimeout: patient(120_000) });

/** Two servers on one database; nothing but it joins them. */
let servers: Array<{ child: ChildProcess; origin: string }>;
let mill: TestWorkspace;
let apiKey: string;
/** Calls of the workflows to their server, which responds when the test lets it. */
let calls: ServerResponse[] = [];
let onCall: (response: ServerResponse) => void;
const upstream = await listen(
  createServer((request, response) => {
    request.resume();
    calls.push(response);
    onCall(response);
  }),
);

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('worker');
  await becomeSteady();
  servers = await Promise.all([startServer(), startServer()]);
});
beforeEach(async () => {
  calls = [];
  onCall = (response) => response.setHeader('content-type', 'application/json').end('{"paid":1}');
  mill = await mintWorkspace();
  apiKey = await keyOf(mill);
});
afterAll(async () => {
  for (const { child } of servers) {
    if (child.connected) child.disconnect();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await upstream.close();
  await stopHeartbeat();
  await closeDatabase();
});

async function startServer() {
  const file = path.join(import.meta.dirname, '../../limits/testing/api-process.ts');
  const child = forkBundled(file);
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
  return { child, origin };
}

async function keyOf({ owner, workspaceId }: TestWorkspace): Promise<string> {
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  return (await createApiKey(owner, choice)).secret;
}

/** Start → API (the upstream) → Response with what it answered. */
async function workflowThatPays(): Promise<string> {
  const block = (id: string, type: string, config: Record<string, unknown>) => {
    return { id, type, name: type, position: { x: 0, y: 0 }, enabled: true, config };
  };
  const { data } = await createWorkflow(mill.owner, {
    workspaceId: mill.workspaceId,
    name: 'Pays',
    description: '',
    folderId: null,
    document: {
      blocks: {
        s: block('s', 'start', {}),
        a: block('a', 'api', { url: `${upstream.origin}/pay`, method: 'POST', retry: { when: 'never' } }),
        r: block('r', 'response', { body: '<api.data>' }),
      },
      edges: [
        { id: 'e1', source: 's', sourceHandle: 'out', target: 'a', targetHandle: 'in' },
        { id: 'e2', source: 'a', sourceHandle: 'out', target: 'r', targetHandle: 'in' },
      ],
      schemaVersion: 1,
      loops: {},
      parallels: {},
    },
  });
  return data.id;
}

interface Asked {
  key?: string;
  server?: number;
  mode?: 'sync' | 'async';
  input?: object;
  accept?: string;
  apiKey?: string;
}

async function run(workflowId: string, asked: Asked = {}) {
  const { key, server = 0, mode = 'sync', input = {}, accept } = asked;
  const url = `${servers[server]!.origin}/api/v1/workflows/${workflowId}/executions?mode=${mode}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'x-api-key': asked.apiKey ?? apiKey,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(accept === undefined ? {} : { accept }),
    },
    body: JSON.stringify({ input }),
  });
  const text = await response.text();
  return { status: response.status, isReplay: response.headers.get('idempotent-replayed') === 'true', text };
}

const logsOf = async (workflowId: string): Promise<number> =>
  (await pool().query('SELECT count(*) FROM runtime.log WHERE workflow_id = $1', [workflowId])).rows[0].count;

const age = (key: string, interval: string) =>
  pool().query(`UPDATE runtime.idempotency_claim SET claimed_at = now() - $2::interval WHERE key = $1`, [
    key,
    interval,
  ]);

test('50 calls at once with one key over two processes are one run and 50 same answers', async () => {
  const workflowId = await workflowThatPays();
  const key = newId();
  // The free plan has room for ten runs a minute: 50 answers show that only one was counted.
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => run(workflowId, { key, server: index % 2 })),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(JSON.parse(answers[0]!.text)).toMatchObject({ status: 'success', output: { paid: 1 }, error: null });
  expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  expect(calls).toHaveLength(1);
  expect(await logsOf(workflowId)).toBe(1);
});

test('calls that come while the run is under way wait for its end, at another server too', async () => {
  const workflowId = await workflowThatPays();
  const key = newId();
  const called = new Promise<ServerResponse>((resolve) => {
    onCall = resolve;
  });
  const first = run(workflowId, { key });
  const response = await called;
  const second = run(workflowId, { key, server: 1 });
  response.setHeader('content-type', 'application/json').end('{"paid":2}');
  const [{ text }, again] = await Promise.all([first, second]);
  expect(again).toEqual({ status: 200, isReplay: true, text });
  expect(calls).toHaveLength(1);
});

test('a run with a large input is one run too: all get one answer, other bytes are refused', async () => {
  const workflowId = await workflowThatPays();
  const [key, queuedKey] = [newId(), newId()];
  const input = { text: 'large '.repeat(400_000) };
  const answers = await Promise.all([0, 1, 0].map((server) => run(workflowId, { key, server, input })));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(JSON.parse(answers[0]!.text)).toMatchObject({
    status: 'success',
    output: { paid: 1 },
    error: null,
  });
  expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  expect(await run(workflowId, { key, server: 1, input })).toMatchObject({ isReplay: true });
  expect((await run(workflowId, { key, input: { text: `${input.text}!` } })).status).toBe(422);
  const queued = await Promise.all(
    [0, 1].map((server) => run(workflowId, { key: queuedKey, mode: 'async', server, input })),
  );
  expect(new Set(queued.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(queued[0]!.status).toBe(202);
  const { rows } = await pool().query('SELECT id FROM runtime.execution WHERE workflow_id = $1', [
    workflowId,
  ]);
  expect(rows.map(({ id }) => id)).toEqual([JSON.parse(queued[0]!.text).executionId]);
  expect(calls).toHaveLength(1);
  expect(await logsOf(workflowId)).toBe(1);
});

test('a server killed amid a run: the key is answered with its log, nothing is called again', async () => {
  const workflowId = await workflowThatPays();
  const key = newId();
  const third = await startServer();
  servers.push(third);
  const called = new Promise<ServerResponse>((resolve) => {
    onCall = resolve;
  });
  const broken = run(workflowId, { key, server: 2 }).catch((error: Error) => error);
  await called;
  third.child.kill('SIGKILL');
  await once(third.child, 'exit');
  expect(await broken).toBeInstanceOf(Error);
  const again = run(workflowId, { key, server: 1 });
  await recoverExecutions();
  const { status, isReplay, text } = await again;
  expect([status, isReplay]).toEqual([200, true]);
  expect(JSON.parse(text)).toMatchObject({ status: 'error', error: { code: 'INTERRUPTED' } });
  expect(await run(workflowId, { key })).toEqual({ status, isReplay, text });
  expect(calls).toHaveLength(1);
  expect(await logsOf(workflowId)).toBe(1);
});

test('an accepted run is accepted once', async () => {
  const workflowId = await workflowThatAnswers(mill);
  const key = newId();
  const answers = await Promise.all(
    [0, 1, 0, 1, 0, 1].map((server) => run(workflowId, { key, server, mode: 'async' })),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(202);
  const { rows } = await pool().query(
    'SELECT id, state, owner FROM runtime.execution WHERE workflow_id = $1',
    [workflowId],
  );
  const { executionId } = JSON.parse(answers[0]!.text);
  expect(rows).toEqual([{ id: executionId, state: 'queued', owner: null }]);
  await pool().query('DELETE FROM runtime.execution WHERE id = $1', [executionId]);
});

test('a repeated call for a streamed run gets its result, without the events of its blocks', async () => {
  const workflowId = await workflowThatPays();
  const asked = { key: newId(), accept: 'text/event-stream' };
  const events = ({ text }: { text: string }) =>
    text
      .trim()
      .split('\n\n')
      .map((frame) => JSON.parse(frame.slice('data: '.length)));
  const first = events(await run(workflowId, asked));
  const second = events(await run(workflowId, { ...asked, server: 1 }));
  expect(first.length).toBeGreaterThan(4);
  expect(second).toEqual([first[0], first.at(-1)]);
  expect(calls).toHaveLength(1);
});

test('a file in a repeated answer is the same, byte for byte', async () => {
  const workflowId = await workflowThatPays();
  onCall = (response) => response.setHeader('content-type', 'image/png').end(Buffer.alloc(300, 'bytes'));
  const key = newId();
  const first = await run(workflowId, { key });
  expect(JSON.parse(first.text).output.base64).toBe(Buffer.alloc(300, 'bytes').toString('base64'));
  expect(JSON.parse((await run(workflowId, { key })).text)).toEqual(JSON.parse(first.text));
});

test('the same key for something else is refused, and nothing runs', async () => {
  const workflowId = await workflowThatPays();
  const key = newId();
  await run(workflowId, { key, input: { amount: 1, to: 'Ada' } });
  const others = [
    await run(workflowId, { key, input: { amount: 2, to: 'Ada' } }),
    await run(workflowId, { key, input: { amount: 1, to: 'Ada' }, mode: 'async' }),
    await run(await workflowThatPays(), { key, input: { amount: 1, to: 'Ada' } }),
  ];
  for (const { status, text } of others)
    expect([status, JSON.parse(text).code]).toEqual([422, 'idempotency_key_reused']);
  expect(await run(workflowId, { key, input: { to: 'Ada', amount: 1 } })).toMatchObject({ isReplay: true });
  expect(calls).toHaveLength(1);
});

test('the same idempotency key of another person is another key', async () => {
  const key = newId();
  const own = await run(await workflowThatPays(), { key });
  mill = await mintWorkspace();
  const other = await run(await workflowThatPays(), { key, apiKey: await keyOf(mill) });
  expect([own, other].map(({ status, isReplay }) => [status, isReplay])).toEqual([
    [200, false],
    [200, false],
  ]);
});

test('a run the plan had no room for leaves its key free', async () => {
  const workflowId = await workflowThatAnswers(mill);
  for (let index = 0; index < 10; index += 1) expect((await run(workflowId)).status).toBe(200);
  const key = newId();
  expect((await run(workflowId, { key })).status).toBe(429);
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: mill.owner.userId } });
  await setPlan({ email, plan: 'enterprise', customLimits: null });
  expect(await run(workflowId, { key, server: 1 })).toMatchObject({ status: 200, isReplay: false });
});

test('a claim whose process died before starting anything is taken over, then starts nothing', async () => {
  const key = newId();
  const asked = { workspaceId: mill.workspaceId, workflowId: newId(), mode: 'sync', input: {} } as const;
  const claim = { ...asked, scopeId: mill.owner.userId, key, fingerprint: fingerprintOf(asked) };
  const { workspaceId, workflowId } = asked;
  const row = sampleRow({ workspaceId, workflowId, holderId: mill.owner.userId });
  const later = { ...row, executionId: newId(), logId: newId() };
  expect(await claimKey(claim, row)).toMatchObject({ isGranted: true });
  expect(await claimKey(claim, later)).toMatchObject({ isGranted: false, isStarted: false });
  await age(key, '11 seconds');
  expect(await claimKey(claim, later)).toMatchObject({ isGranted: true, executionId: later.executionId });
  expect(await startClaimed(claim, [row])).toBe(false);
  expect(await startClaimed(claim, [later])).toBe(true);
  const { rows } = await pool().query('DELETE FROM runtime.execution WHERE workflow_id = $1 RETURNING id', [
    asked.workflowId,
  ]);
  expect(rows).toEqual([{ id: later.executionId }]);
});

test('processes of the version before go on with the old names while they are replaced', async () => {
  const asked = { workspaceId: mill.workspaceId, workflowId: newId(), mode: 'sync', input: {} } as const;
  const key = { ...asked, scopeId: mill.owner.userId, key: newId(), fingerprint: fingerprintOf(asked) };
  const { workspaceId, workflowId } = asked;
  const row = sampleRow({ workspaceId, workflowId });
  const claimBefore = `
INSERT INTO runtime.idempotency_key AS k (workspace_id, user_id, key, fingerprint, execution_id, log_id)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (workspace_id, user_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
  execution_id = excluded.execution_id, log_id = excluded.log_id, started = false, claimed_at = now()
WHERE k.claimed_at < now() - interval '24 hours'
  OR (NOT k.started AND k.claimed_at < now() - interval '10 seconds')
RETURNING k.execution_id`;
  const values = [key.workspaceId, key.scopeId, key.key, key.fingerprint, row.executionId, row.logId];
  expect((await pool().query(claimBefore, values)).rowCount).toBe(1);
  expect((await pool().query(claimBefore, values)).rowCount).toBe(0);
  const { executionId } = row;
  expect(await claimKey(key, sampleRow({ workspaceId, workflowId }))).toMatchObject({
    isGranted: false,
    isStarted: false,
    executionId,
  });
  await age(key.key, '24 hours 1 second');
  const forgetBefore = `
DELETE FROM runtime.idempotency_key WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM runtime.idempotency_key WHERE key = $1 AND claimed_at < now() - interval '24 hours'
  FOR UPDATE SKIP LOCKED))`;
  expect((await pool().query(forgetBefore, [key.key])).rowCount).toBe(1);
});

test('after 24 hours a key is new again, and the old ones are deleted', async () => {
  const workflowId = await workflowThatPays();
  const [key, forgotten] = [newId(), newId()];
  await run(workflowId, { key });
  await run(workflowId, { key: forgotten });
  await age(key, '24 hours 1 second');
  await age(forgotten, '24 hours 1 second');
  expect(await run(workflowId, { key })).toMatchObject({ status: 200, isReplay: false });
  await forgetExpiredKeys();
  const kept = 'SELECT key FROM runtime.idempotency_claim WHERE key = ANY ($1)';
  expect((await pool().query(kept, [[key, forgotten]])).rows).toEqual([{ key }]);
});

test.each(['', ' '.repeat(256), 'k'.repeat(256), 'clé'])('the key "%s" is refused in words', async (key) => {
  const { status, text } = await run(await workflowThatAnswers(mill), { key });
  const { errors } = JSON.parse(text);
  // A header of blanks alone is an empty one to HTTP.
  expect([status, errors[0]?.param]).toEqual([400, 'Idempotency-Key']);
});

test('a run without a key leaves nothing behind but its log', async () => {
  const before = await pool().query('SELECT count(*) FROM runtime.idempotency_claim');
  expect((await run(await workflowThatAnswers(mill))).status).toBe(200);
  expect((await pool().query('SELECT count(*) FROM runtime.idempotency_claim')).rows).toEqual(before.rows);
});
