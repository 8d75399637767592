import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { env } from '../../../platform/env';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import type { LeaseTiming } from '../../../platform/postgres/process-lease';
import { forkBundled } from '../../../platform/testing/fork-bundled';
import { SCOPES } from '../../access/actor';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { setPlan } from '../../limits/set-plan';
import { createWorkflow } from '../../workflows/create-workflow';
import { openUnreliableLink, type UnreliableLink } from '../testing/unreliable-link';

/** Suits the machine's speed: a process that it holds up for longer is rightly taken for dead. */
const TIMING: LeaseTiming = {
  heartbeatMs: 400,
  leaseMs: patient(3_000),
  gapMs: patient(1_200),
  freeConnections: 2,
};
const AWAY_MS = patient(5_000);
const BLOCK_MS = 400;
const RUNS = 12;

/** Two servers on one database, each behind a link of its own. */
let servers: Array<{ child: ChildProcess; origin: string; link: UnreliableLink }>;
let upstream: Server;
/** The number of calls of each block, by idempotency key, which names execution and block. */
const calls = new Map<string, number>();
let mill: TestWorkspace;
let headers: Record<string, string>;
let workflowId: string;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  upstream = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    calls.set(key, (calls.get(key) ?? 0) + 1);
    request.resume();
    setTimeout(() => response.setHeader('content-type', 'application/json').end('{}'), BLOCK_MS);
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});
beforeEach(async () => {
  calls.clear();
  servers = await Promise.all([startServer(), startServer()]);
  mill = await mintWorkspace();
  const { email } = await prisma().user.findUniqueOrThrow({ where: { id: mill.owner.userId } });
  const many = { syncPerMinute: 100_000, asyncPerMinute: 100_000, logsApiPerMinute: 100_000 };
  await setPlan({ email, plan: 'enterprise', customLimits: many });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  headers = {
    'x-api-key': (await createApiKey(mill.owner, choice)).secret,
    'content-type': 'application/json',
  };
  workflowId = await workflowOfThreeCalls();
});
afterEach(async () => {
  for (const { child, link } of servers) {
    child.disconnect();
    await once(child, 'exit');
    await link.close();
  }
});
afterAll(async () => {
  upstream.close();
  upstream.closeAllConnections();
  await closeDatabase();
});

async function startServer() {
  const link = await openUnreliableLink(env().DATABASE_URL);
  const child = forkBundled(
    path.join(import.meta.dirname, '../testing/isolated-process.ts'),
    [JSON.stringify(TIMING)],
    {
      env: { ...process.env, DATABASE_URL: link.url },
    },
  );
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
  return { child, origin, link };
}

async function workflowOfThreeCalls(): Promise<string> {
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const block = (id: string, type: string, config: Record<string, unknown> = {}) => {
    return { id, type, name: id, position: { x: 0, y: 0 }, enabled: true, config };
  };
  const call = (id: string) => block(id, 'api', { url, method: 'POST' });
  const { data } = await createWorkflow(mill.writer, {
    workspaceId: mill.workspaceId,
    name: 'Calls three times',
    description: '',
    folderId: null,
    document: {
      blocks: { s: block('s', 'start'), a: call('a'), b: call('b'), c: call('c') },
      edges: [
        ['s', 'a'],
        ['a', 'b'],
        ['b', 'c'],
      ].map(([source = '', target = '']) => {
        return { id: source + target, source, sourceHandle: 'out', target, targetHandle: 'in' };
      }),
      schemaVersion: 1,
      loops: {},
      parallels: {},
    },
  });
  return data.id;
}

interface Answer {
  status: number;
  retryAfter: string | null;
  body: { executionId?: string; status?: string; code?: string };
}

async function run(origin: string, mode: 'sync' | 'async'): Promise<Answer> {
  const url = `${origin}/api/v1/workflows/${workflowId}/executions?mode=${mode}`;
  const response = await fetch(url, { method: 'POST', headers, body: '{"input":{}}' });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, body: (await response.json()) as Answer['body'] };
}

const logs = async (): Promise<Array<{ execution_id: string; level: string; n: number }>> =>
  (
    await pool().query(
      `SELECT execution_id, min(level) AS level, count(*)::int AS n FROM runtime.log WHERE workspace_id = $1
        GROUP BY 1`,
      [mill.workspaceId],
    )
  ).rows;

/**
 * Runs of both kinds are in their first block at both servers when `fail` happens; after `AWAY_MS` `mend`.
 */
async function runThrough(fail: (link: UnreliableLink) => void): Promise<Answer[]> {
  const accepted = Promise.all(
    Array.from({ length: RUNS }, (_, index) => run(servers[index % 2]!.origin, 'async')),
  );
  const waited = Promise.all(
    Array.from({ length: RUNS }, (_, index) => run(servers[index % 2]!.origin, 'sync')),
  );
  await accepted;
  await expect.poll(() => calls.size, { interval: 20 }).toBeGreaterThanOrEqual(2 * RUNS);
  for (const { link } of servers) fail(link);
  await sleep(AWAY_MS); // longer than the lease: what is tested is that time alone declares nobody dead
  for (const { link } of servers) link.mend();
  return [...(await accepted), ...(await waited)];
}

test.each([
  ['freezes', (link: UnreliableLink) => link.hold()],
  ['is stopped', (link: UnreliableLink) => link.refuse()],
])(
  'the database %s for longer than a lease: none is declared dead, runs succeed, no block runs twice',
  async (_, fail) => {
    const answers = await runThrough(fail);
    const [accepted, waited] = [answers.slice(0, RUNS), answers.slice(RUNS)];
    expect(accepted.map(({ status }) => status)).toEqual(Array(RUNS).fill(202));
    expect(waited.map(({ status, body }) => [status, body.status])).toEqual(
      Array(RUNS).fill([200, 'success']),
    );
    await expect.poll(async () => (await logs()).length).toBe(2 * RUNS);
    // A takeover would come a lease after the database is back.
    await sleep(TIMING.leaseMs);
    const ended = await logs();
    expect(ended.filter(({ level, n }) => level !== 'info' || n !== 1)).toEqual([]);
    expect([...calls.values()].filter((times) => times > 1)).toEqual([]);
    expect(calls.size).toBe(3 * 2 * RUNS);
    const { rows } = await pool().query('SELECT FROM runtime.execution WHERE workspace_id = $1', [
      mill.workspaceId,
    ]);
    expect(rows).toHaveLength(0);
  },
);

test('a server that alone loses the database stops at its block; what others took ends once', async () => {
  const [alone, other] = [servers[0]!, servers[1]!];
  const accepted = await Promise.all(Array.from({ length: RUNS }, () => run(other.origin, 'async')));
  await expect.poll(() => calls.size, { interval: 20 }).toBeGreaterThanOrEqual(RUNS);
  alone.link.hold();
  const begun = new Set(calls.keys());
  await expect.poll(async () => (await logs()).length).toBe(RUNS);
  alone.link.mend();
  await sleep(3 * BLOCK_MS); // the blocks it would go on with
  const ended = await logs();
  expect(ended.filter(({ level, n }) => level !== 'info' || n !== 1)).toEqual([]);
  expect(ended.map((log) => log.execution_id).sort()).toEqual(
    accepted.map(({ body }) => body.executionId).sort(),
  );
  // A block that was in the air when its server was lost is called again; what came after it is called by one
  // alone.
  const last = accepted.map(({ body }) => `${body.executionId}.c.0`).filter((call) => !begun.has(call));
  expect(last.length).toBeGreaterThan(0);
  for (const call of last) expect(calls.get(call), 'calls of the last block').toBe(1);
});

test('silently dropped connections are replaced; changes in other processes are noticed again', async () => {
  const [{ origin, link }] = [servers[0]!];
  await Promise.all(Array.from({ length: 10 }, () => run(origin, 'sync')));
  link.dropSilently();
  await expect.poll(async () => (await run(origin, 'sync')).status, { interval: 100 }).toBe(200);
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => run(origin, 'sync')))).map(
    (one) => one.status,
  );
  expect(statuses).toEqual(Array(10).fill(200));
});

test('without database calls get 503 with Retry-After, never 401; health and readiness answer', async () => {
  const cookie = { cookie: 'next-auth.session-token=x' };
  const outage = async (name: string, { origin, link }: (typeof servers)[number], fail: () => void) => {
    fail();
    const ask = async (at: string, own: Record<string, string>) => {
      const { status, headers: got } = await fetch(origin + at, { headers: own });
      return { status, retryAfter: got.get('retry-after') };
    };
    // The database answers nothing before `mend`: none of these waits for it.
    const [health, ready, list] = await Promise.all([
      ask('/api/health', cookie),
      ask('/api/health/ready', cookie),
      ask(`/api/v1/logs?workspaceId=${mill.workspaceId}`, headers),
    ]);
    expect(health, name).toMatchObject({ status: 200 });
    expect(ready, name).toMatchObject({ status: 503, retryAfter: '2' });
    expect(list, name).toMatchObject({ status: 503, retryAfter: '2' });
    await expect
      .poll(() => run(origin, 'async').then(({ status, retryAfter }) => [status, retryAfter]))
      .toEqual([503, '2']);
    link.mend();
    await expect.poll(() => run(origin, 'sync').then(({ status }) => status)).toBe(200);
  };
  const [first, second] = [servers[0]!, servers[1]!];
  await Promise.all([outage('refused', first, first.link.refuse), outage('held', second, second.link.hold)]);
});
