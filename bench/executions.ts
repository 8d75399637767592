/**
 * Measures synchronous executions of Start → API (local echo) → Response, every run logged, at 1, 10 and 50
 * callers, beside this machine's maximum: a bare undici request to the same echo plus one Postgres commit. The
 * processor time is that of the product's Node processes for one run.
 * Run: npx tsx bench/executions.ts [seconds]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { Pool } from 'undici';
import { type KeyHolder, keyHolder } from '../e2e/fixtures/api';
import { bootstrap, liftLimits } from '../e2e/fixtures/product';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { startBenchProduct } from './lib/bench-product';
import { type LoadResult, load, printHead, printRow } from './lib/load';
import { processorMs } from './lib/processor-time';

const CALLERS = [1, 10, 50];
const durationMs = Number(process.argv[2] ?? 5) * 1000;

await runCommand(async (lifetime: Lifetime) => {
  const echo = fork(path.join(import.meta.dirname, 'lib/echo-server.ts'), { execArgv: ['--import', 'tsx'] });
  lifetime.onEnd(() => void echo.disconnect());
  const [{ port: echoPort }] = (await once(echo, 'message')) as [{ port: number }];
  const echoUrl = `http://127.0.0.1:${echoPort}`;
  const { product, databaseUrl, env } = await startBenchProduct(lifetime);
  const account = await bootstrap(env);
  const { apiKey } = account;
  await liftLimits(env);
  const workflowId = await createWorkflow(keyHolder(product, account), echoUrl);

  printHead('of limit');
  for (const callers of CALLERS) {
    const limit = await measureLimit(callers, echoUrl, databaseUrl);
    const ms = () => processorMs(product.child.pid as number);
    const ours = await measureExecutions(callers, product.url, apiKey, workflowId, ms);
    printRow('limit: undici request + one commit', callers, limit);
    printRow('executions, every run logged', callers, ours, ours.perSecond / limit.perSecond);
    console.log(`  processor time: ${ours.processorMs.toFixed(2)} ms a run`);
  }
  await printProof(databaseUrl, product.child);
  return 0;
});

async function createWorkflow(robot: KeyHolder, echoUrl: string): Promise<string> {
  const at = (x: number) => ({ x, y: 0 });
  const blocks = {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: at(0),
      config: { fields: [{ name: 'name', type: 'string' }] },
    },
    a: {
      id: 'a',
      type: 'api',
      name: 'api',
      position: at(300),
      config: {
        url: `${echoUrl}/greet`,
        method: 'POST',
        body: { kind: 'json', value: '{"name": "<start.name>"}' },
      },
    },
    r: { id: 'r', type: 'response', name: 'response', position: at(600), config: { body: '<api.data>' } },
  };
  const edges = [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'r' },
  ];
  return robot.createWorkflow('bench', { blocks, edges });
}

async function measureExecutions(
  callers: number,
  url: string,
  apiKey: string,
  workflowId: string,
  usedMs: () => number,
): Promise<LoadResult & { processorMs: number }> {
  const pool = new Pool(url, { connections: callers });
  const before = usedMs();
  let runs = 0;
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const result = await load(callers, durationMs, async () => {
    const answer = await pool.request({
      path: `/api/v1/workflows/${workflowId}/executions`,
      method: 'POST',
      headers,
      body: '{"input":{"name":"Ada"}}',
    });
    const { output } = (await answer.body.json()) as { output?: { name?: string } };
    runs += 1;
    return answer.statusCode === 200 && output?.name === 'Ada';
  });
  const processorMs = (usedMs() - before) / runs;
  await pool.close();
  return { ...result, processorMs };
}

async function measureLimit(callers: number, echoUrl: string, databaseUrl: string): Promise<LoadResult> {
  const http = new Pool(echoUrl, { connections: callers });
  const database = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  await database.query('CREATE TABLE IF NOT EXISTS bench_limit (id bigserial PRIMARY KEY, body text)');
  const insert = { name: 'insert', text: 'INSERT INTO bench_limit (body) VALUES ($1)' };
  const result = await load(callers, durationMs, async () => {
    const answer = await http.request({ path: '/greet', method: 'POST', body: '{"name":"Ada"}' });
    await database.query({ ...insert, values: [await answer.body.text()] });
    return answer.statusCode === 200;
  });
  await database.query('DROP TABLE bench_limit');
  await Promise.all([http.close(), database.end()]);
  return result;
}

/** Checks that every answered run has its log, so that the figures count no unwritten run. */
async function printProof(databaseUrl: string, child: ChildProcess): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    'SELECT count(*)::int AS logs, (SELECT sum(n)::int FROM runtime.workspace_feed) AS feed FROM runtime.log',
  );
  await client.end();
  console.log(`logs written: ${rows[0].logs}, feed counter: ${rows[0].feed} (server process ${child.pid})`);
}
