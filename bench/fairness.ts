/**
 * Measures whether one workspace's runs and code delay another's: a third workspace's run while the first
 * has 5,000 slow runs queued and the second 20 endless functions, compared with a quiet server.
 * Run: npx tsx bench/fairness.ts [seconds]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { type Account, bootstrap, liftLimits } from '../e2e/fixtures/product';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { startBenchProduct } from './lib/bench-product';
import { type LoadResult, load, printHead, printRow } from './lib/load';
import { highest, percentile } from './lib/percentiles';

interface Workspace {
  /** Starts a run and waits for its end, or its place in the queue. @returns the response's parts */
  start(mode: 'sync' | 'async'): Promise<{ status: number; body: { executionId?: string; status?: string } }>;
}

const SLOW_RUNS = 5_000;
const SPINNING = 20;
const STARTS = 20;
const MOST_TIMES_QUIET = 3;
const MOST_START_MS = 1_000;
const durationMs = Number(process.argv[2] ?? 10) * 1000;

/** Code for the sandbox: neither text is a single expression. */
const SUM = 'let n = 0; for (const m of [1, 2]) n += m; return n';
const LOOP = 'for (;;);';

await runCommand(async (lifetime: Lifetime) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  lifetime.onEnd(() => silent.closeAllConnections());
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const { product, databaseUrl, env } = await startBenchProduct(lifetime, { DRAIN_SECONDS: '1' });
  const open = async (person: string, block: { type: string; config: object }) => {
    const account = await bootstrap(env, person);
    await liftLimits(env, person);
    return openWorkspace(product.url, account, block);
  };
  const slow = await open('slow', { type: 'api', config: { url: silentUrl, timeoutMs: 600_000 } });
  const spinning = await open('spinning', { type: 'function', config: { code: LOOP } });
  const third = await open('third', { type: 'function', config: { code: SUM } });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  lifetime.onEnd(() => database.end());

  const quiet = await measureRuns(third);
  const quietStarts = await measureStarts(third, database);
  const queued = performance.now();
  await enqueue(slow, SLOW_RUNS);
  console.log(`${SLOW_RUNS} slow runs queued in ${((performance.now() - queued) / 1000).toFixed(1)} s`);
  const stop = spin(spinning);
  await sleep(1_000);
  const busyStarts = await measureStarts(third, database);
  const busy = await measureRuns(third);
  await stop();

  printHead('of quiet');
  printRow('a run with a Function, quiet', 1, quiet);
  printRow('the same beside 5,000 slow and 20 spinning', 1, busy, busy.p99Ms / quiet.p99Ms);
  const words = (starts: readonly number[]) =>
    `p50 ${percentile(starts, 0.5).toFixed(1)} ms, slowest ${highest(starts).toFixed(1)} ms`;
  console.log(
    `from asking for a queued run to its start: quiet ${words(quietStarts)}, busy ${words(busyStarts)}`,
  );
  const isFair = busy.p99Ms <= MOST_TIMES_QUIET * quiet.p99Ms && highest(busyStarts) <= MOST_START_MS;
  console.log(
    `limits: ${MOST_TIMES_QUIET} times the quiet p99, ${MOST_START_MS} ms: ${isFair ? 'kept' : 'MISSED'}`,
  );
  return isFair ? 0 : 1;
});

async function openWorkspace(
  url: string,
  { apiKey, workspaceId }: Account,
  block: { type: string; config: object },
): Promise<Workspace> {
  const pool = new Pool(url, { connections: 32, headersTimeout: 0, bodyTimeout: 0 });
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const post = async (where: string, body: object) => {
    const answer = await pool.request({ path: where, method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, never> };
  };
  const at = (x: number) => ({ x, y: 0 });
  const blocks = {
    s: { id: 's', type: 'start', name: 'start', position: at(0), config: {} },
    b: { id: 'b', name: 'block', position: at(300), ...block },
  };
  const edges = [{ id: 'e', source: 's', target: 'b' }];
  const made = await post('/api/v1/workflows', { workspaceId, name: 'bench', document: { blocks, edges } });
  if (made.status !== 201) throw new Error(`The workflow was refused: ${JSON.stringify(made.body)}`);
  const { id } = made.body.data as unknown as { id: string };
  return { start: (mode) => post(`/api/v1/workflows/${id}/executions?mode=${mode}`, { input: {} }) };
}

const measureRuns = (workspace: Workspace): Promise<LoadResult> =>
  load(1, durationMs, async () => (await workspace.start('sync')).body.status === 'success');

/** Queues one run after another and returns the milliseconds from each request to the run's start. */
async function measureStarts(workspace: Workspace, database: pg.Client): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const askedAtMs = Date.now();
    const { executionId } = (await workspace.start('async')).body;
    for (let startedAt: Date | undefined; startedAt === undefined; await sleep(10)) {
      const { rows } = await database.query<{ started_at: Date }>(
        'SELECT started_at FROM runtime.log WHERE execution_id = $1',
        [executionId],
      );
      startedAt = rows[0]?.started_at;
      if (startedAt !== undefined) waits.push(startedAt.getTime() - askedAtMs);
    }
  }
  return waits;
}

async function enqueue(workspace: Workspace, count: number): Promise<void> {
  let left = count;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { status } = await workspace.start('async');
      if (status !== 202) throw new Error(`A run was refused with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: 20 }, caller));
}

/** Starts `SPINNING` callers, each of which starts the next run when the last is stopped. */
function spin(workspace: Workspace): () => Promise<void> {
  let goesOn = true;
  const callers = Array.from({ length: SPINNING }, async () => {
    while (goesOn) await workspace.start('sync');
  });
  return async () => {
    goesOn = false;
    await Promise.race([Promise.all(callers), sleep(1_000)]);
  };
}
