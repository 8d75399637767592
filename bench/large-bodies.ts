/**
 * Runs a server with a 1 GB heap under large values: responses of 9.9 MB in hostile shapes, four runs side
 * by side, then 64 queued runs with 9 MB of input each. Prints the outcome of the runs, the latency of `GET
 * /api/health` during them, and the product's peak memory. The `idle` rows show the machine's own effect on
 * the latencies; `cpu s` and `waited s` how long the server's main thread ran, and how long it was ready to
 * run while other programs used the cores.
 * Run: npx tsx bench/large-bodies.ts [shape …|queue]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { request } from 'undici';
import { bootstrap, liftLimits, type Product } from '../e2e/fixtures/product';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { startBenchProduct } from './lib/bench-product';
import { records, SECRET, SHAPES } from './lib/hostile-shapes';

const QUEUED_RUNS = 64;
const QUEUED_BYTES = 9 * 1000 * 1000;
const AT_ONCE = 4;
const HEAP_MB = 1024;
const GIVE_UP_MS = 10 * 60_000;
const POLL_MS = 500;
const IDLE_MS = 10_000;

await runCommand(async (lifetime: Lifetime) => {
  const wanted = process.argv.slice(2);
  const remote = forked(lifetime, 'lib/hostile-server.ts');
  const [{ port }] = (await once(remote, 'message')) as [{ port: number }];
  const { product, databaseUrl, env } = await startBenchProduct(lifetime, {
    OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-old-space-size=${HEAP_MB}`.trim(),
  });
  const { apiKey, workspaceId } = await bootstrap(env);
  await liftLimits(env);
  const api = caller(product.url, apiKey);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  lifetime.onEnd(() => database.end());
  const parts = { lifetime, product, api, database, workspaceId, origin: `http://127.0.0.1:${port}` };

  await warmUp(parts);
  console.log(HEAD);
  const idle = () => measure(parts, 'idle', () => sleep(IDLE_MS, 0));
  await idle();
  for (const shape of Object.keys(SHAPES))
    if (wanted.length === 0 || wanted.includes(shape))
      await measure(parts, shape, () => hostileAnswers(parts, shape));
  if (wanted.length === 0 || wanted.includes('queue')) await measure(parts, 'queue', () => queuedRuns(parts));
  await idle();
  return 0;
});

const HEAD =
  'what                 runs   success     error  interrupted  seconds  health p50     p99     max  ' +
  'failed  memory MB  cpu s  waited s';

interface Parts {
  lifetime: Lifetime;
  product: Product;
  api: ReturnType<typeof caller>;
  database: pg.Pool;
  workspaceId: string;
  origin: string;
}

function forked(lifetime: Lifetime, file: string, ...args: string[]): ChildProcess {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = fork(path.join(import.meta.dirname, file), args, { execArgv: ['--import', 'tsx'], env });
  lifetime.onEnd(() => void (child.connected && child.disconnect()));
  return child;
}

function caller(url: string, apiKey: string) {
  return async (method: 'GET' | 'POST', to: string, body?: string) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const timeouts = { headersTimeout: GIVE_UP_MS, bodyTimeout: GIVE_UP_MS };
    const answer = await request(url + to, {
      method,
      headers,
      ...timeouts,
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, text };
  };
}

/** Runs `work` beside the probe and prints one row. */
async function measure(parts: Parts, name: string, work: () => Promise<number>): Promise<void> {
  const { lifetime, product, database } = parts;
  const { rows: last } = await database.query("SELECT coalesce(max(id::text), '') AS id FROM runtime.log");
  const probe = forked(lifetime, 'lib/health-probe.ts', product.url);
  await once(probe, 'message');
  let mostMb = 0;
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, memoryMb(product.child.pid!));
  }, 200);
  const startedAt = performance.now();
  const before = loopTimes(product.serverPid);
  const runs = await work().catch((error) => {
    console.log(`${name}: ${error.message}`);
    return 0;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const after = loopTimes(product.serverPid);
  clearInterval(watch);
  probe.send('stop');
  const [{ latenciesMs, failed }] = (await once(probe, 'message')) as [
    { latenciesMs: number[]; failed: number },
  ];
  probe.disconnect();
  const { rows } = await database.query(
    `SELECT count(*) FILTER (WHERE l.level = 'info')::int AS success,
      count(*) FILTER (WHERE l.level = 'error')::int AS error,
      count(*) FILTER (WHERE p.error LIKE '%INTERRUPTED%')::int AS interrupted
    FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
      WHERE l.id::text > $1`,
    [last[0].id],
  );
  const sorted = latenciesMs.sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
  const cells = [
    name.padEnd(18),
    ...[runs, rows[0].success, rows[0].error, rows[0].interrupted].map((cell) => String(cell).padStart(8)),
    seconds.toFixed(1).padStart(10),
    ...[at(0.5), at(0.99), at(1), String(failed), mostMb.toFixed(0)].map((cell) => cell.padStart(8)),
    (after.cpuS - before.cpuS).toFixed(1).padStart(8),
    (after.waitedS - before.waitedS).toFixed(1).padStart(8),
  ];
  console.log(cells.join(' '));
}

/** Triggers one-time work of a process, such as the first call of the database's client. */
async function warmUp({ api, workspaceId, origin }: Parts): Promise<void> {
  const workflow = await createWorkflow(api, workspaceId, {
    config: { url: `${origin}/echo` },
    body: '<api.status>',
  });
  await api('POST', `/api/v1/workflows/${workflow}/executions`, '{"input":{}}');
}

async function hostileAnswers({ api, workspaceId, origin }: Parts, shape: string): Promise<number> {
  const workflow = await createWorkflow(api, workspaceId, {
    config: { url: `${origin}/${shape}`, headers: [{ key: 'Authorization', value: `Bearer ${SECRET}` }] },
    body: '<api.status>',
  });
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      api('POST', `/api/v1/workflows/${workflow}/executions`, '{"input":{}}'),
    ),
  );
  const strange = answers.find(({ status }) => status !== 200);
  if (strange) throw new Error(`${strange.status} ${strange.text.slice(0, 300)}`);
  const { logId } = JSON.parse(answers[0]!.text) as { logId: string };
  const log = await api('GET', `/api/v1/logs/${logId}`);
  if (log.status !== 200 || log.text.includes(SECRET))
    throw new Error(`The log is not right: ${log.text.slice(0, 300)}`);
  return answers.length;
}

async function queuedRuns({ api, workspaceId, origin, database }: Parts): Promise<number> {
  const workflow = await createWorkflow(api, workspaceId, {
    config: { url: `${origin}/echo`, method: 'POST', body: { kind: 'json', value: '<start.records>' } },
    body: '<api.data[0]>',
  });
  const input = `{"input":{"records":${records(QUEUED_BYTES)}}}`;
  let accepted = 0;
  for (let at = 0; at < QUEUED_RUNS; at += AT_ONCE) {
    const starts = Array.from({ length: AT_ONCE }, async () => {
      for (;;) {
        const answer = await api('POST', `/api/v1/workflows/${workflow}/executions?mode=async`, input);
        if (answer.status === 202) break;
        if (answer.status !== 503) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
        await sleep(1_000);
      }
      accepted += 1;
    });
    await Promise.all(starts);
  }
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const { rows } = await database.query(
      'SELECT count(*)::int AS n FROM runtime.execution WHERE workflow_id = $1',
      [workflow],
    );
    if (rows[0].n === 0) return accepted;
    if (Date.now() > deadline) throw new Error(`${rows[0].n} runs have not ended.`);
    await sleep(POLL_MS);
  }
}

async function createWorkflow(
  api: Parts['api'],
  workspaceId: string,
  { config, body }: { config: object; body: string },
): Promise<string> {
  const at = (x: number) => ({ x, y: 0 });
  const blocks = {
    s: { id: 's', type: 'start', name: 'start', position: at(0), config: {} },
    a: { id: 'a', type: 'api', name: 'api', position: at(300), config },
    r: { id: 'r', type: 'response', name: 'response', position: at(600), config: { body } },
  };
  const edges = [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'r' },
  ];
  const workflow = JSON.stringify({ workspaceId, name: 'Large bodies', document: { blocks, edges } });
  const { status, text } = await api('POST', '/api/v1/workflows', workflow);
  if (status !== 201) throw new Error(`The workflow was refused: ${text}`);
  return (JSON.parse(text) as { data: { id: string } }).data.id;
}

/**
 * Returns the memory of the product's processes together: the server, its supervisor and those for runs,
 * without the database.
 */
function memoryMb(supervisor: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [Number(pid), parentOf(pid)]),
  );
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === supervisor || belongs(parents.get(pid)));
  return [...parents.keys()].filter(belongs).reduce((sum, pid) => sum + residentMb(String(pid)), 0);
}

/** Linux records for each thread how long it ran and how long it was ready to run but did not. */
function loopTimes(serverPid: number): { cpuS: number; waitedS: number } {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${serverPid}/task/${serverPid}/schedstat`, 'utf8')
    .split(' ')
    .map(Number);
  return { cpuS: ran / 1e9, waitedS: waited / 1e9 };
}

const statusOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return ''; // it has ended
  }
};
const parentOf = (pid: string): number => Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1]);
const residentMb = (pid: string): number => {
  const status = statusOf(pid);
  return /^Name:\s+postgres/m.test(status) ? 0 : Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
};
