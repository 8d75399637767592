/**
 * Compares one server process with several behind the same port, on the same database: runs per second at
 * 50 callers; then kills one process after the other with -9 under load and checks the outcome of all runs.
 * Run: npx tsx bench/processes.ts [--seconds 5] [--processes 2] [--kills 25]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { type KeyHolder, keyHolder } from '../e2e/fixtures/api';
import { startCountingUpstream } from '../e2e/fixtures/counting-upstream';
import { bootstrap, liftLimits, type Product, startProduct } from '../e2e/fixtures/product';
import { watchTakeovers } from '../e2e/fixtures/watch-takeovers';
import { migrateDatabase } from '../scripts/lib/database.mjs';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';
import { startDeliveryCounter } from './lib/faults/delivery-counter';
import { startRunLoad } from './lib/faults/run-load';
import { settledOutcome } from './lib/faults/run-outcome';
import { makeWorkflows, subscribe } from './lib/faults/stage';
import { load, printHead, printRow } from './lib/load';
import { OwnPostgres } from './lib/own-postgres';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    processes: { type: 'string', default: '2' },
    kills: { type: 'string', default: '25' },
  },
});
const CALLERS = 50;
const ROUNDS = 3;
const PATIENCE_MS = 60_000;
const BETWEEN_KILLS_MS = 2_000;
const SETTLE_WITHIN_MS = 180_000;
const LONG_RUNS_MS = [1_000, 4_000] as const;

await runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const folder = makeTestFolder(lifetime);
  const database = await OwnPostgres.create(lifetime, folder, {});
  await migrateDatabase(database.url());
  await database.asAdmin(watchTakeovers);
  const data = path.join(folder, 'product');
  mkdirSync(data);
  const env = {
    ...process.env,
    DATA_DIR: data,
    DATABASE_URL: database.url(),
    OUTBOUND_ALLOW: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  const account = await bootstrap(env);
  await liftLimits(env);

  console.log(`${availableParallelism()} cores`);
  printHead('of one');
  const measured: number[] = [];
  for (const processes of [1, Number(values.processes)]) {
    const product = await startProduct({ ...env, WEB_PROCESSES: String(processes) });
    const stop = stopOnce(lifetime, product);
    const perSecond = await measure(
      lifetime,
      product,
      keyHolder(product, account),
      account.apiKey,
      processes,
    );
    measured.push(perSecond);
    await stop();
  }
  console.log(`${(measured[1]! / measured[0]!).toFixed(2)} times as many with ${values.processes} processes`);
  return killAndCount();

  async function killAndCount(): Promise<number> {
    const alive: number[] = [];
    const product = await startProduct({ ...env, WEB_PROCESSES: values.processes }, ({ pid }) =>
      alive.push(pid),
    );
    const stop = stopOnce(lifetime, product);
    const upstream = await startCountingUpstream(lifetime);
    const { origin, deliveries } = await startDeliveryCounter(lifetime);
    const workflows = await makeWorkflows(keyHolder(product, account), upstream);
    await subscribe(database, Object.values(workflows), origin);
    await database.asAdmin((client) => client.query('TRUNCATE runtime.log, runtime.log_payload'));
    const { apiKey } = account;
    const options = { longMs: LONG_RUNS_MS, patienceMs: PATIENCE_MS };
    const runs = startRunLoad({ apiKey, workflows }, [product.url], options);
    for (let kills = 0; kills < Number(values.kills); kills += 1) {
      await sleep(BETWEEN_KILLS_MS);
      while (alive.length < 2) await sleep(100); // the killed process is restarted
      process.kill(alive.shift()!, 'SIGKILL');
    }
    await sleep(BETWEEN_KILLS_MS);
    await runs.stop();
    const settledInMs = await untilNoneIsOpen(database);
    const outcome = await settledOutcome({ database, upstream, deliveries }, runs.calls);
    const unanswered = runs.calls.filter(({ status }) => status === 0).length;
    console.log(
      `${values.kills} kills: ${runs.calls.length} runs started by callers, ` +
        `${unanswered} without an answer, ${outcome.logs} logged; lost ${outcome.lost}, ` +
        `logged twice ${outcome.duplicates}, stuck ${outcome.stuck}, ` +
        `not delivered ${outcome.undelivered}; taken over ${outcome.takeovers}, ` +
        `INTERRUPTED ${outcome.interrupted}; ` +
        `all had ended ${(settledInMs / 1000).toFixed(0)} s after the last`,
    );
    await stop();
    const { lost, duplicates, stuck, undelivered } = outcome;
    return lost + duplicates + stuck + undelivered === 0 ? 0 : 1;
  }
});

/** Waits for killed runs: they are taken over after ten seconds, and a busy machine needs longer. */
async function untilNoneIsOpen(database: OwnPostgres): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { rows } = await database.asAdmin((client) =>
      client.query('SELECT count(*)::int AS open FROM runtime.execution'),
    );
    const tookMs = performance.now() - from;
    if (rows[0].open === 0 || tookMs > SETTLE_WITHIN_MS) return tookMs;
    await sleep(250);
  }
}

/** Stops it now, or with the command if that is interrupted. */
function stopOnce(lifetime: Lifetime, product: Product): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= product.stop());
  lifetime.onEnd(stop);
  return stop;
}

/** Measures Start → API (an echo in its own process) → Response; reports the median of three rounds. */
async function measure(
  lifetime: Lifetime,
  { url }: Product,
  holder: KeyHolder,
  apiKey: string,
  processes: number,
): Promise<number> {
  const echo = fork(path.join(import.meta.dirname, 'lib/echo-server.ts'), { execArgv: ['--import', 'tsx'] });
  lifetime.onEnd(() => void (echo.connected && echo.disconnect()));
  const [{ port }] = (await once(echo, 'message')) as [{ port: number }];
  const position = { x: 0, y: 0 };
  const workflowId = await holder.createWorkflow(`bench ${processes}`, {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position },
      a: { id: 'a', type: 'api', name: 'api', position, config: { url: `http://127.0.0.1:${port}/` } },
      r: { id: 'r', type: 'response', name: 'response', position, config: { body: '<api.data>' } },
    },
    edges: [
      { id: 'e1', source: 's', target: 'a' },
      { id: 'e2', source: 'a', target: 'r' },
    ],
  });
  const pool = new Pool(url, { connections: CALLERS });
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const request = {
    path: `/api/v1/workflows/${workflowId}/executions`,
    method: 'POST' as const,
    headers,
    body: '{}',
  };
  const rounds: Awaited<ReturnType<typeof load>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(
      await load(CALLERS, Number(values.seconds) * 1000, async () => {
        const { statusCode, body } = await pool.request(request);
        return (
          ((await body.json()) as { output?: { ok?: boolean } }).output?.ok === true && statusCode === 200
        );
      }),
    );
  await pool.close();
  echo.disconnect();
  const median = rounds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(ROUNDS / 2)]!;
  printRow(`${processes} process${processes === 1 ? '' : 'es'}, every run logged`, CALLERS, median);
  return median.perSecond;
}
