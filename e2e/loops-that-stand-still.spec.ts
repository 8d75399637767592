import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { joinEmbedded } from '../scripts/lib/database.mjs';
import { Lifetime } from '../scripts/lib/lifetime.mjs';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { isAlive } from '../scripts/lib/process-identity.mjs';
import { type KeyHolder, keyHolder } from './fixtures/api';
import {
  askingOnce,
  endedRuns,
  queueRuns,
  type SlowUpstream,
  startSlowUpstream,
  startWorker,
} from './fixtures/hung-process';
import { type Account, bootstrap, liftLimits, type Product, startProduct } from './fixtures/product';

/** The limit for all runs of a hung process. bench/hung-process.ts measures the actual time. */
const ALL_HAVE_ENDED = { timeout: patient(120_000) };
/** The limit passes twice: on the loop, and in the run’s own process. */
const ENDED_IN_WORDS = { timeout: patient(60_000) };
const STARTED = { timeout: patient(60_000) };
/** As short as a process that starts on a busy machine allows. */
const LOOP_LIMIT_SECONDS = String(Math.ceil(patient(2_500) / 1000));
const RUNS = 12;
/** A process without a response by then hangs, or is too slow for its run to have ended. */
const NO_ANSWER_AFTER_MS = patient(3_000);

let upstream: SlowUpstream;
let folder: string;
let env: NodeJS.ProcessEnv;
/** Created with the first product; a new worker, such as that after a failed test, begins in a new folder. */
let account: Account | undefined;
/** The server processes, in the order in which they were ready. */
let pids: number[];
/** The started products and workers, the latest first. */
let started: Array<{ stop(): Promise<void> }>;

test.beforeAll(async () => {
  upstream = await startSlowUpstream();
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-hangs-'));
  env = {
    ...process.env,
    DATA_DIR: path.join(folder, 'shared'),
    DATABASE_URL: '',
    OUTBOUND_ALLOW: upstream.host,
    TEST_HANG: '1',
    LOOP_LIMIT_SECONDS,
    DRAIN_SECONDS: '20', // for the runs that a failed test leaves
  };
});
test.beforeEach(() => {
  [pids, started] = [[], []];
});
test.afterEach(async () => {
  for (const one of started) await one.stop();
});
test.afterAll(async () => {
  upstream.close();
  await rm(folder, { recursive: true });
});

const startWith = async (settings: Record<string, string>): Promise<Product> => {
  const product = await startProduct({ ...env, ...settings }, ({ pid }) => pids.push(pid));
  started.unshift(product);
  return product;
};

/** Starts a product with no runs under way: the tests share its data, and an account without limits. */
async function start(settings: Record<string, string> = {}): Promise<KeyHolder> {
  const product = await startWith(settings);
  if (account === undefined) {
    account = await bootstrap(env);
    await liftLimits(env);
  }
  return keyHolder(product, account);
}

/** Starts twelve runs and one that hangs, and waits until they are in progress. */
async function startRuns(robot: KeyHolder): Promise<{ ended: () => Promise<string[]>; all: string[] }> {
  const slow = await askingOnce(robot, `${upstream.origin}/slow`);
  const hanging = await askingOnce(robot, `${upstream.origin}/test-hang/event-loop`);
  const before = upstream.asked();
  const all = await queueRuns(robot, slow, RUNS);
  await expect.poll(() => upstream.asked() - before).toBe(RUNS);
  all.push(...(await queueRuns(robot, hanging, 1)));
  const ended = async () => {
    const found = await Promise.all([slow, hanging].map((id) => endedRuns(robot, id))).catch(() => []);
    return found.flat().map(({ executionId, level }) => `${executionId} ${level}`);
  };
  return { ended, all };
}

/** True if a process works on it: its state says so, or there is no response any more. */
async function isUnderWay(robot: KeyHolder, executionId: string): Promise<boolean> {
  const said = robot.call<{ status: string }>('GET', `/api/v1/executions/${executionId}`).then(
    ({ body }) => body.status,
    () => 'no answer',
  );
  return (await Promise.race([said, sleep(NO_ANSWER_AFTER_MS, 'no answer')])) !== 'queued';
}

const each = (all: string[]): string[] => all.map((id) => `${id} info`).toSorted();

test('of three processes one that hangs is replaced, and all runs end once', async () => {
  const robot = await start({ WEB_PROCESSES: '3' });
  await expect.poll(() => pids.length, STARTED).toBe(3);
  const { ended, all } = await startRuns(robot);
  await expect.poll(async () => (await ended()).toSorted(), ALL_HAVE_ENDED).toEqual(each(all));
  // On a busy machine the database may hear too late which run it was, and another process hangs on it.
  await expect.poll(() => pids.length, STARTED).toBeGreaterThan(3);
  await expect.poll(() => pids.filter(isAlive).length, STARTED).toBe(3);
  expect(await ended()).toHaveLength(all.length);
});

test('a single process that hangs is replaced: its runs end once, one that hangs anywhere ends with words', async () => {
  const robot = await start();
  await test.step('its runs end once', async () => {
    const { ended, all } = await startRuns(robot);
    await expect.poll(async () => (await ended()).toSorted(), ALL_HAVE_ENDED).toEqual(each(all));
    await expect.poll(() => pids.filter(isAlive).length, STARTED).toBe(1);
    expect(pids.length).toBeGreaterThan(1);
  });
  await test.step('a run that hangs wherever it is ends with words, and the product goes on', async () => {
    const hanging = await askingOnce(robot, `${upstream.origin}/test-hang/always`);
    const [executionId] = await queueRuns(robot, hanging, 1);
    const state = () => robot.call('GET', `/api/v1/executions/${executionId}`).then(({ body }) => body);
    await expect
      .poll(() => state().catch(() => null), ENDED_IN_WORDS)
      .toMatchObject({ status: 'error', error: { code: 'RUN_STOOD_STILL' } });
    expect(await endedRuns(robot, hanging)).toEqual([{ executionId, level: 'error' }]);
    await expect.poll(() => pids.filter(isAlive).length, STARTED).toBe(1);
  });
});

test('while the only process stands still another one serves, and who waited is turned away', async () => {
  const robot = await start({ WARM_SPARE: 'on', LOOP_LIMIT_SECONDS: '600' });
  const hanging = await askingOnce(robot, `${upstream.origin}/test-hang/event-loop`);
  const run = await robot.call('POST', `/api/v1/workflows/${hanging}/executions`, { input: {} });
  expect(run).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('may have been carried out') },
  });
  await expect.poll(() => pids.length, STARTED).toBe(2);
  // Connections that were kept to it are turned away too, and end with that.
  const asked = () => robot.call('GET', `/api/v1/workflows/${hanging}`).then(({ status }) => status);
  await expect.poll(asked, STARTED).toBe(200);
  expect(isAlive(pids[0]!)).toBe(true);
  process.kill(pids[0]!, 'SIGKILL'); // it would hold up the end of the product
});

test('a worker that hangs is replaced, and its runs end once, while the server answers', async () => {
  const robot = await start({ WORKER: 'off' });
  started.unshift(await startWorker(env));
  const { ended, all } = await startRuns(robot);
  await expect.poll(async () => (await ended()).toSorted(), ALL_HAVE_ENDED).toEqual(each(all));
  expect(pids).toHaveLength(1);
});

test('processes end with a supervisor that was killed, also one that hangs', async () => {
  // Data of its own, because a later product would take over the run that hangs.
  const own = path.join(folder, 'killed');
  const product = await startWith({ DATA_DIR: own, WEB_PROCESSES: '2', LOOP_LIMIT_SECONDS: '0' });
  const robot = keyHolder(product, await bootstrap({ ...env, DATA_DIR: own }));
  await expect.poll(() => pids.length, STARTED).toBe(2);
  const hanging = await askingOnce(robot, `${upstream.origin}/test-hang/event-loop`);
  const [executionId] = await queueRuns(robot, hanging, 1);
  await expect.poll(() => isUnderWay(robot, executionId!), STARTED).toBe(true);
  product.child.kill('SIGKILL');
  started.unshift({ stop: () => stopOrphanedDatabase(own) });
  await expect.poll(() => pids.filter(isAlive), { timeout: patient(30_000) }).toEqual([]);
});

/** The database outlives a supervisor that was killed, until the last who joins it leaves. */
async function stopOrphanedDatabase(dataFolder: string): Promise<void> {
  const lifetime = new Lifetime();
  await joinEmbedded(lifetime, dataFolder);
  await lifetime.end(0);
}
