/**
 * Requests to a webhook trigger that is answered at once, while the server is killed with -9 at random. Each
 * acknowledged request must have exactly one log.
 * Run: npx tsx bench/hooks.ts [--requests 50000] [--callers 50] [--kills 5]
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
  },
});
const [requests, callers, kills] = [values.requests, values.callers, values.kills].map(Number) as [
  number,
  number,
  number,
];
const DRAINED_WITHIN_MS = 600_000;
const AWAY_MS = 50;

await runCommand(async (lifetime: Lifetime) => {
  const { product, databaseUrl, env } = await startBenchProduct(lifetime);
  const account = await bootstrap(env);
  await liftLimits(env);
  const path = await publishHook(keyHolder(product, account));
  const { acknowledged, latencies, unanswered, seconds } = await sendAll(product, path);
  const rate = (latencies.length / seconds).toFixed(0);
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  console.log(`${acknowledged.length} acknowledged in ${seconds.toFixed(1)} s (${rate}/s)`);
  console.log(`202 after: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; unanswered: ${unanswered}`);
  const { lost, twice } = await compareWithLogs(databaseUrl, acknowledged);
  console.log(`acknowledged without a log: ${lost}; with several: ${twice}`);
  return lost + twice === 0 ? 0 : 1;
});

/** @returns its URL's path */
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

/** At full speed; the server process is killed `kills` times, evenly over the requests. */
async function sendAll(product: Product, path: string) {
  const pool = new Pool(product.url, { connections: callers });
  const acknowledged: string[] = [];
  const latencies: number[] = [];
  let [sent, unanswered, killed, pid] = [0, 0, 0, product.serverPid];
  product.child.on('message', (message: { pid?: number }) => {
    if (message.pid !== undefined) pid = message.pid;
  });
  const startedAtMs = performance.now();
  const caller = async (): Promise<void> => {
    while (sent < requests) {
      sent += 1;
      if (sent > ((killed + 1) * requests) / (kills + 1) && killed < kills) {
        killed += 1;
        process.kill(pid, 'SIGKILL');
      }
      const body = `{"n":${sent}}`;
      const headers = { 'content-type': 'application/json' };
      const sentAtMs = performance.now();
      try {
        const answer = await pool.request({ path, method: 'POST', headers, body });
        const told = (await answer.body.json()) as { executionId?: string };
        if (answer.statusCode !== 202 || told.executionId === undefined) unanswered += 1;
        else {
          latencies.push(performance.now() - sentAtMs);
          acknowledged.push(told.executionId);
        }
      } catch {
        // Killed meanwhile: its sender was promised nothing.
        unanswered += 1;
        await sleep(AWAY_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - startedAtMs) / 1000;
  await pool.destroy();
  return { acknowledged, latencies, unanswered, seconds };
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
