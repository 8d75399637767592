/**
 * Measures a loop: 1,000 items through Loop → API → Condition against a local server, as a queued and as a
 * synchronous run. Time from call to call around item 10, 500 and 1,000 (it must not grow), bytes of the
 * log, the server's memory; then the same calls through Parallel, twenty at a time, with responses that
 * take 20 ms. Run: npx tsx bench/loops.ts [--items 1000]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type KeyHolder, keyHolder, type WrittenDocument } from '../e2e/fixtures/api';
import { memoryMb } from '../e2e/fixtures/process-memory';
import { bootstrap, liftLimits } from '../e2e/fixtures/product';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { startBenchProduct } from './lib/bench-product';
import { percentile } from './lib/percentiles';

const ITEMS = Number(process.argv[process.argv.indexOf('--items') + 1]) || 1_000;
const SLOW_MS = 20;
const AROUND = 20;

await runCommand(async (lifetime: Lifetime) => {
  const remote = await startRemote(lifetime);
  const { product, databaseUrl, env } = await startBenchProduct(lifetime, {
    OUTBOUND_ALLOW: `127.0.0.1:${remote.port}`,
  });
  const robot = keyHolder(product, await bootstrap(env));
  await liftLimits(env);
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  lifetime.onEnd(() => database.end());

  const url = `http://127.0.0.1:${remote.port}/items`;
  const loop = await robot.createWorkflow('Loop', calls('loop', {}, `${url}/<loop.item>`));
  await run(robot, loop, 50, false);
  console.log(`loop of ${ITEMS}      ms per item at 10 / 500 / 1,000    whole ms   log KB   memory MB`);
  for (const queued of [false, true, false, true]) {
    remote.times.length = 0;
    const before = memoryMb(product.serverPid);
    const { tookMs, executionId } = await run(robot, loop, ITEMS, queued);
    const { rows } = await database.query(
      `SELECT octet_length(p.trace_spans) AS bytes FROM runtime.log l
       JOIN runtime.log_payload p ON p.log_id = l.id
       WHERE l.execution_id = $1`,
      [executionId],
    );
    const at = [10, Math.floor(ITEMS / 2), ITEMS - AROUND].map((index) => perItemMs(remote.times, index));
    console.log(
      (queued ? 'queued' : 'waited for').padEnd(18) +
        `${at.map((ms) => ms.toFixed(2).padStart(8)).join('  ')}` +
        `${tookMs.toFixed(0).padStart(14)}${(rows[0].bytes / 1024).toFixed(0).padStart(9)}` +
        `${`${before.toFixed(0)} → ${memoryMb(product.serverPid).toFixed(0)}`.padStart(12)}`,
    );
  }
  const slow = `http://127.0.0.1:${remote.port}/slow`;
  const few = Math.min(200, ITEMS);
  for (const [name, type, config] of [
    ['loop', 'loop', {}],
    ['parallel, 20 at once', 'parallel', { concurrency: 20 }],
  ] as const) {
    const id = await robot.createWorkflow(name, calls(type, config, `${slow}/<${type}.item>`));
    const { tookMs, output } = await run(robot, id, few, false);
    const inOrder = JSON.stringify(output) === JSON.stringify(Array.from({ length: few }, (_, n) => n));
    console.log(
      `${name.padEnd(24)}${few} calls of ${SLOW_MS} ms: ${tookMs.toFixed(0)} ms, ` +
        `results ${inOrder ? 'in order' : 'OUT OF ORDER'}`,
    );
  }
  return 0;
});

async function startRemote(lifetime: Lifetime): Promise<{ port: number; times: number[] }> {
  const times: number[] = [];
  const server = createServer(async (request, response) => {
    times.push(performance.now());
    if (request.url?.startsWith('/slow')) await sleep(SLOW_MS);
    response.setHeader('content-type', 'application/json');
    response.end(`{"item":${request.url?.split('/').at(-1)},"text":"${'x'.repeat(200)}"}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  lifetime.onEnd(() => server.close());
  return { port: (server.address() as AddressInfo).port, times };
}

/** Returns the median pause between calls around the call with this number. */
function perItemMs(times: readonly number[], index: number): number {
  const around = times.slice(Math.max(0, index - AROUND), index + AROUND);
  return percentile(
    around.slice(1).map((time, at) => time - (around[at] as number)),
    0.5,
  );
}

/** Start → container (API → Condition) → Response. */
function calls(type: 'loop' | 'parallel', config: object, url: string): WrittenDocument {
  const position = { x: 0, y: 0 };
  return {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position },
      each: {
        id: 'each',
        type,
        name: 'each',
        position,
        config: { items: '<start.items>', result: '<call.data.item>', ...config },
      },
      call: { id: 'call', type: 'api', name: 'call', position, parentId: 'each', config: { url } },
      check: {
        id: 'check',
        type: 'condition',
        name: 'check',
        position,
        parentId: 'each',
        config: { branches: [{ id: 'ok', label: '', expression: '<call.status> === 200' }] },
      },
      answer: {
        id: 'answer',
        type: 'response',
        name: 'answer',
        position,
        config: { body: '<each.results>' },
      },
    },
    edges: [
      { id: 'e1', source: 'start', target: 'each' },
      { id: 'e2', source: 'call', target: 'check' },
      { id: 'e3', source: 'each', target: 'answer' },
    ],
  };
}

async function run(robot: KeyHolder, id: string, count: number, queued: boolean) {
  const input = { items: Array.from({ length: count }, (_, item) => item) };
  const begunMs = performance.now();
  const { body } = await robot.call<{ executionId: string; output: unknown; status: string }>(
    'POST',
    `/api/v1/workflows/${id}/executions${queued ? '?mode=async' : ''}`,
    { input },
  );
  const { executionId } = body;
  while (queued) {
    const state = await robot.call<{ data?: { status: string }; status?: string }>(
      'GET',
      `/api/v1/executions/${executionId}`,
    );
    if (['success', 'error'].includes(String(state.body.status ?? state.body.data?.status))) break;
    await sleep(5);
  }
  return { tookMs: performance.now() - begunMs, executionId, output: body.output };
}
