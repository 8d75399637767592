/**
 * Sends requests to a webhook trigger that responds immediately: first for some seconds, in turns with
 * another product's URL if one is given, such as Node-RED's `http in` → `http response` of 202; then a
 * number of them while the server is killed with -9, each repeated until it is acknowledged. Each
 * acknowledged request must have exactly one log.
 * Run: npx tsx bench/hooks.ts [--requests 50000] [--callers 50] [--kills 5] [--seconds 6] [--beside URL]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Pool } from 'undici';
import { type KeyHolder, keyHolder } from '../e2e/fixtures/api';
import { bootstrap, liftLimits, type Product } from '../e2e/fixtures/product';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { startBenchProduct } from './lib/bench-product';
import { percentile } from './lib/percentiles';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    callers: { type: 'string', default: '50' },
    kills: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    beside: { type: 'string' },
  },
});
const [requests, callers, kills] = [values.requests, values.callers, values.kills].map(Number) as [
  number,
  number,
  number,
];
const DRAINED_WITHIN_MS = 600_000;
const AWAY_MS = 50;
const TURNS = 3;
const HEADERS = { 'content-type': 'application/json' };

await runCommand(async (lifetime: Lifetime) => {
  const { product, databaseUrl, env } = await startBenchProduct(lifetime);
  const account = await bootstrap(env);
  await liftLimits(env);
  const path = await publishHook(keyHolder(product, account));
  await takeTurns([new URL(path, product.url), ...(values.beside ? [new URL(values.beside)] : [])]);
  const { acknowledged, sentAgain, seconds } = await sendAll(product, path);
  console.log(`${acknowledged.length} acknowledged in ${seconds.toFixed(1)} s with ${kills} kills`);
  console.log(`sent again until they were: ${sentAgain}`);
  const { lost, twice } = await compareWithLogs(databaseUrl, acknowledged);
  console.log(`acknowledged without a log: ${lost}; with several: ${twice}`);
  return lost + twice === 0 ? 0 : 1;
});

/** @returns the path of its URL */
async function publishHook(robot: KeyHolder): Promise<string> {
  const hook = { id: 'hook', type: 'webhook-trigger', name: 'hook', position: { x: 0, y: 0 }, config: {} };
  const end = { id: 'r', type: 'response', name: 'r', position: { x: 300, y: 0 } };
  const id = await robot.createWorkflow('bench', {
    blocks: { hook, r: { ...end, config: { body: '<hook.body>' } } },
    edges: [{ id: 'e', source: 'hook', target: 'r' }],
  });
  await robot.call('POST', `/api/v1/workflows/${id}/publish`, {});
  const path = `/api/v1/workflows/${id}/hooks/hook`;
  const { body } = await robot.call<{ data: { url: string } }>('PUT', path);
  return new URL(body.data.url).pathname;
}

/** Prints requests per second and latencies of each target, with one caller and with all. */
async function takeTurns(targets: readonly URL[]): Promise<void> {
  for (const count of [1, callers])
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const target of targets) {
        const pool = new Pool(target.origin, { connections: count });
        const latencies: number[] = [];
        const endAtMs = performance.now() + Number(values.seconds) * 1000;
        const caller = async (): Promise<void> => {
          while (performance.now() < endAtMs) {
            const sentAtMs = performance.now();
            const request = {
              path: target.pathname,
              method: 'POST',
              headers: HEADERS,
              body: '{"n":1}',
            } as const;
            const answer = await pool.request(request);
            await answer.body.dump();
            if (answer.statusCode !== 202) throw new Error(`${target.origin} answered ${answer.statusCode}`);
            latencies.push(performance.now() - sentAtMs);
          }
        };
        await Promise.all(Array.from({ length: count }, caller));
        await pool.destroy();
        const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
        const rate = (latencies.length / Number(values.seconds)).toFixed(0);
        const which = target === targets[0] ? 'webhook trigger' : 'beside it';
        console.log(
          `${which}, ${count} callers: ${rate}/s, 202 after p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)}`,
        );
      }
}

/** Sends all requests while the server process is killed `kills` times, evenly over them. */
async function sendAll(product: Product, path: string) {
  const pool = new Pool(product.url, { connections: callers });
  const acknowledged: string[] = [];
  let [sent, sentAgain, killed, pid] = [0, 0, 0, product.serverPid];
  product.child.on('message', (message: { pid?: number }) => {
    if (message.pid !== undefined) pid = message.pid;
  });
  const startedAtMs = performance.now();
  /** Returns null if the server was killed during the request, which then has no promise. */
  const send = async (n: number): Promise<string | null> => {
    try {
      const answer = await pool.request({ path, method: 'POST', headers: HEADERS, body: `{"n":${n}}` });
      const told = (await answer.body.json()) as { executionId?: string };
      return answer.statusCode === 202 ? (told.executionId ?? null) : null;
    } catch {
      return null;
    }
  };
  const caller = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1;
      const n = sent;
      if (n > ((killed + 1) * requests) / (kills + 1) && killed < kills) {
        killed += 1;
        process.kill(pid, 'SIGKILL');
      }
      let executionId = await send(n);
      for (; executionId === null; executionId = await send(n)) {
        sentAgain += 1;
        await sleep(AWAY_MS);
      }
      acknowledged.push(executionId);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - startedAtMs) / 1000;
  await pool.destroy();
  return { acknowledged, sentAgain, seconds };
}

async function compareWithLogs(databaseUrl: string, acknowledged: readonly string[]) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const endAtMs = Date.now() + DRAINED_WITHIN_MS;
  const isEmpty = async () => (await client.query('SELECT 1 FROM runtime.execution LIMIT 1')).rowCount === 0;
  while (!(await isEmpty()) && Date.now() < endAtMs) await sleep(500);
  const { rows } = await client.query<{ id: string; logs: number }>(
    'SELECT execution_id AS id, count(*)::int AS logs FROM runtime.log GROUP BY execution_id',
  );
  await client.end();
  const logs = new Map(rows.map(({ id, logs: count }) => [id, count]));
  const counts = acknowledged.map((id) => logs.get(id) ?? 0);
  return {
    lost: counts.filter((count) => count === 0).length,
    twice: counts.filter((count) => count > 1).length,
  };
}
