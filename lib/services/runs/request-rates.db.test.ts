import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { type LoopbackServer, listen } from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createWorkflow } from '../workflows/create-workflow';
import { answerRun, queueRun } from './start-run';
import { KillableServer } from './testing/killable-server';

const SETTLED_WITHIN_MS = 60_000;
let mill: TestWorkspace;
let upstream: LoopbackServer;
/** When each request came, in milliseconds. */
let times: number[] = [];
/** Answers a request by its place. */
let answer: (place: number) => { status: number; retryAfter?: string } = () => ({ status: 200 });
const servers: KillableServer[] = [];

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
});
beforeEach(async () => {
  mill = await mintWorkspace();
  times = [];
  answer = () => ({ status: 200 });
  upstream = await listen(
    createServer((_, response) => {
      times.push(performance.now());
      const { status, retryAfter } = answer(times.length - 1);
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('ok');
    }),
  );
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
  await upstream.close();
});
afterAll(closeDatabase);

/** So many requests, all of them begun at once. */
async function batchOf(count: number, config: object): Promise<string> {
  const position = { x: 0, y: 0 };
  const document = WorkflowDocument.parse({
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position },
      all: {
        ...{ id: 'all', type: 'parallel', name: 'all', position },
        config: { kind: 'count', count: String(count), concurrency: 20, result: '<call.status>' },
      },
      call: {
        ...{ id: 'call', type: 'api', name: 'call', position, parentId: 'all' },
        config: { url: upstream.origin, failOnStatus: true, ...config },
      },
    },
    edges: [{ id: 'e', source: 'start', target: 'all' }],
  });
  return (await createWorkflow(mill.owner, { ...mill, name: 'Batch', document })).data.id;
}

/** The most requests that came within any `perMs`. */
const mostWithin = (perMs: number): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + perMs).length));

test('fifty requests at ten a second are never over ten in any second and take about five', async () => {
  const workflowId = await batchOf(50, { rate: { max: 10 } });
  const run = await answerRun(mill.owner, { workflowId, input: {} });
  expect(run).toMatchObject({ status: 'success' });
  expect(times).toHaveLength(50);
  expect(mostWithin(1_000)).toBeLessThanOrEqual(10);
  const tookMs = times.at(-1)! - times[0]!;
  expect(tookMs).toBeGreaterThan(4_900);
  expect(tookMs).toBeLessThan(12_000); // 5.4 s on a machine with nothing else to do
}, 120_000);

test('two processes keep to one rate together', async () => {
  for (let one = 0; one < 2; one += 1) servers.push(new KillableServer());
  // One workspace may have three quarters of a process: six runs.
  await Promise.all(servers.map((server) => server.start({ RUN_CONCURRENCY: '8' })));
  const workflowId = await batchOf(5, { rate: { max: 10 } });
  const ids: string[] = [];
  for (let run = 0; run < 8; run += 1)
    ids.push((await queueRun(mill.owner, { workflowId, input: {} })).executionId);
  const owners = new Set<string>();
  const counted = async () => {
    const { rows } = await pool().query<{ owner: string | null }>(
      'SELECT owner FROM runtime.execution WHERE id = ANY ($1)',
      [ids],
    );
    for (const { owner } of rows) if (owner !== null) owners.add(owner);
    return times.length;
  };
  await expect.poll(counted, { timeout: SETTLED_WITHIN_MS, interval: 50 }).toBe(40);
  expect(owners.size).toBe(2);
  expect(mostWithin(1_000)).toBeLessThanOrEqual(10);
}, 120_000);

test('what Retry-After asks of one request holds back the others too', async () => {
  answer = (place) => (place === 2 ? { status: 429, retryAfter: '2' } : { status: 200 });
  const workflowId = await batchOf(8, { rate: { max: 10 } });
  await answerRun(mill.owner, { workflowId, input: {} });
  expect(times).toHaveLength(9);
  expect(times[3]! - times[2]!).toBeGreaterThan(1_990);
}, 120_000);

test('a request whose turn can’t come in the total time fails with RATE_LIMITED at once', async () => {
  const workflowId = await batchOf(1, { rate: { max: 1, per: 'minute' }, totalTimeoutMs: 40_000 });
  await answerRun(mill.owner, { workflowId, input: {} });
  const startedAt = performance.now();
  const run = await answerRun(mill.owner, { workflowId, input: {} });
  expect(run).toMatchObject({ status: 'error', error: { code: 'RATE_LIMITED', phase: 'wait' } });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(times).toHaveLength(1);
}, 60_000);
