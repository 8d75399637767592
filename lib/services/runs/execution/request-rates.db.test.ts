import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { type LoopbackServer, listen } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, relaxedPool } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { createWorkflow } from '../../workflows/create-workflow';
import { KillableServer } from '../testing/killable-server';
import { queueByHand, runByHand } from '../testing/run-by-hand';

vi.setConfig({ testTimeout: patient(120_000) });

const SETTLED_WITHIN_MS = patient(60_000);
let mill: TestWorkspace;
let upstream: LoopbackServer;
/** Arrival times of the requests, in milliseconds of the clock. */
let times: number[] = [];
/** Returns the response to a request by its ordinal. */
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
      times.push(Date.now());
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

/** Creates a workflow with so many requests, up to 20 of them at a time. */
async function batchOf(count: number, config: object): Promise<string> {
  const position = { x: 0, y: 0 };
  const document = WorkflowDocument.parse({
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position },
      all: {
        id: 'all',
        type: 'parallel',
        name: 'all',
        position,
        config: { kind: 'count', count: String(count), concurrency: 20, result: '<call.status>' },
      },
      call: {
        id: 'call',
        type: 'api',
        name: 'call',
        position,
        parentId: 'all',
        config: { url: upstream.origin, failOnStatus: true, ...config },
      },
    },
    edges: [{ id: 'e', source: 'start', target: 'all' }],
  });
  return (await createWorkflow(mill.owner, { ...mill, name: 'Batch', document })).data.id;
}

/** The most of these moments within any `perMs`. */
const mostWithin = (moments: readonly number[], perMs: number): number =>
  Math.max(...moments.map((from) => moments.filter((at) => at >= from && at < from + perMs).length));

interface Sent {
  status: number | null;
  startMs: number;
  endMs: number;
}

/** Every attempt of a run as its log has it, in the order of their beginnings. */
async function sentBy({ logId }: { logId: string }): Promise<Sent[]> {
  const { traceSpans } = (await getLog(mill.owner, logId)).data.executionData;
  const all = (span: TraceSpan): TraceSpan[] => [span, ...span.children.flatMap(all)];
  return traceSpans
    .flatMap(all)
    .flatMap(({ attempts = [] }) => attempts)
    .map(({ status, startedAt, durationMs }) => {
      const startMs = Date.parse(startedAt);
      return { status, startMs, endMs: startMs + durationMs };
    })
    .toSorted((a, b) => a.startMs - b.startMs);
}

/** A slow machine only makes them later, so none may have come before its turn at ten a second. */
function expectNoneEarly(sinceMs: number): void {
  const early = times.filter((at, place) => at - sinceMs < place * 100);
  expect(early).toEqual([]);
}

/** Returns how long 49 slots take here and now, 110 ms apart, each with a query of the database. */
async function waitForSlots(): Promise<number> {
  const startedAt = Date.now();
  for (let slot = 0; slot < 49; slot += 1) {
    await sleep(110);
    await pool().query('SELECT 1');
  }
  return Date.now() - startedAt;
}

test('fifty requests at ten a second are never over ten in any second and take about five', async () => {
  const workflowId = await batchOf(50, { rate: { max: 10 } });
  const queries = vi.spyOn(relaxedPool(), 'query');
  const sinceMs = Date.now();
  const [run, controlMs] = await Promise.all([
    runByHand(mill.owner, { workflowId, input: {} }),
    waitForSlots(),
  ]);
  const answers = (await Promise.all(queries.mock.results.map(({ value }) => value))) as unknown as Array<{
    rows: Array<{ slots?: number }>;
  }>;
  queries.mockRestore();
  expect(run).toMatchObject({ status: 'success' });
  expect(times).toHaveLength(50);
  expectNoneEarly(sinceMs);
  // Slots that came too late on a slow machine were given up, and others taken.
  const slots = answers.reduce((sum, { rows }) => sum + (rows[0]?.slots ?? 0), 0);
  expect(slots).toBeGreaterThanOrEqual(50);
  expect(times.at(-1)! - sinceMs).toBeLessThan((2 * controlMs * slots) / 50);
  // If no slot came late, the requests went out at their times.
  const sent = (await sentBy(run)).map(({ startMs }) => startMs);
  expect(sent).toHaveLength(50);
  if (slots === 50) expect(mostWithin(sent, 1_000)).toBeLessThanOrEqual(10);
});

test('two processes keep to one rate together', async () => {
  for (let one = 0; one < 2; one += 1) servers.push(new KillableServer());
  // One workspace may have three quarters of a process: six runs.
  await Promise.all(servers.map((server) => server.start({ RUN_CONCURRENCY: '8' })));
  const workflowId = await batchOf(5, { rate: { max: 10 } });
  const ids: string[] = [];
  const sinceMs = Date.now();
  for (let run = 0; run < 8; run += 1)
    ids.push((await queueByHand(mill.owner, { workflowId, input: {} })).executionId);
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
  expectNoneEarly(sinceMs);
});

test('what Retry-After asks of one request holds back the others too', async () => {
  answer = (place) => (place === 2 ? { status: 429, retryAfter: '2' } : { status: 200 });
  const workflowId = await batchOf(8, { rate: { max: 10 } });
  const sent = await sentBy(await runByHand(mill.owner, { workflowId, input: {} }));
  expect(times).toHaveLength(9);
  const { endMs } = sent.find(({ status }) => status === 429)!;
  const later = sent.filter(({ startMs }) => startMs > endMs);
  // Its own next attempt at least, and all of the others that had not gone out when the answer came.
  expect(later.length).toBeGreaterThanOrEqual(1);
  expect(later[0]!.startMs - endMs).toBeGreaterThanOrEqual(1_990);
});

test('a request whose turn can’t come in the total time fails with RATE_LIMITED at once', async () => {
  const workflowId = await batchOf(1, { rate: { max: 1, per: 'minute' }, totalTimeoutMs: 600_000 });
  await runByHand(mill.owner, { workflowId, input: {} });
  // Whoever waited for the total time would wait for longer than this test may take.
  await pool().query(
    `UPDATE runtime.request_rate SET next_at = now() + interval '1 hour' WHERE workspace_id = $1`,
    [mill.workspaceId],
  );
  const run = await runByHand(mill.owner, { workflowId, input: {} });
  expect(run).toMatchObject({ status: 'error', error: { code: 'RATE_LIMITED', phase: 'wait' } });
  expect(times).toHaveLength(1);
});
