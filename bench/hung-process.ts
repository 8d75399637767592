/**
 * Makes a process hang during runs, with one process, three, and a worker: measures the time until all runs
 * have ended, and checks that each ended once.
 * Run: npx tsx bench/hung-process.ts [--rounds 3] [--runs 20]
 */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keyHolder } from '../e2e/fixtures/api';
import {
  askingOnce,
  endedRuns,
  queueRuns,
  type SlowUpstream,
  startSlowUpstream,
  startWorker,
  untilTrue,
} from '../e2e/fixtures/hung-process';
import { bootstrap, liftLimits, startProduct } from '../e2e/fixtures/product';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, runs: { type: 'string', default: '20' } },
});
const RUNS = Number(values.runs);
const GIVEN_UP_AFTER_MS = 120_000;
/** The limit on an otherwise idle machine. */
const MOST_SECONDS = 15;
const STAGES = [
  { name: 'one process', settings: {}, hasWorker: false },
  { name: 'three processes', settings: { WEB_PROCESSES: '3' }, hasWorker: false },
  { name: 'a worker', settings: { WORKER: 'off' }, hasWorker: true },
];

await runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const folder = makeTestFolder(lifetime);
  const upstream = await startSlowUpstream();
  lifetime.onEnd(() => upstream.close());
  let isGood = true;
  for (const stage of STAGES) isGood = (await measure(stage, folder, upstream)) && isGood;
  return isGood ? 0 : 1;
});

async function measure(
  { name, settings, hasWorker }: (typeof STAGES)[number],
  folder: string,
  upstream: SlowUpstream,
): Promise<boolean> {
  const env = {
    ...process.env,
    DATA_DIR: mkdtempSync(path.join(folder, 'product-')),
    DATABASE_URL: '',
    TEST_HANG: '1',
    OUTBOUND_ALLOW: upstream.host,
    LOG_LEVEL: 'silent',
  };
  const product = await startProduct({ ...env, ...settings });
  const account = await bootstrap(env);
  await liftLimits(env);
  const robot = keyHolder(product, account);
  const worker = hasWorker ? await startWorker(env) : null;
  const slow = await askingOnce(robot, `${upstream.origin}/slow`);
  const hanging = await askingOnce(robot, `${upstream.origin}/test-hang/event-loop`);
  const seconds: number[] = [];
  let wanted = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const before = upstream.asked();
    await queueRuns(robot, slow, RUNS);
    await untilTrue(async () => upstream.asked() - before >= RUNS, GIVEN_UP_AFTER_MS);
    await queueRuns(robot, hanging, 1);
    wanted += RUNS + 1;
    const all = async () => (await endedRuns(robot, slow)).length + (await endedRuns(robot, hanging)).length;
    const tookMs = await untilTrue(async () => (await all()) >= wanted, GIVEN_UP_AFTER_MS);
    seconds.push((tookMs ?? Number.POSITIVE_INFINITY) / 1_000);
  }
  const ended = [...(await endedRuns(robot, slow)), ...(await endedRuns(robot, hanging))];
  const failed = ended.filter(({ level }) => level === 'error').length;
  const twice = ended.length - new Set(ended.map(({ executionId }) => executionId)).size;
  console.log(
    `${name}: all had ended after ${seconds.map((one) => one.toFixed(1)).join(', ')} s; ` +
      `of ${wanted} runs ${ended.length} logged, ${failed} failed, ${twice} twice`,
  );
  await worker?.stop();
  await product.stop();
  return ended.length === wanted && failed === 0 && twice === 0 && Math.max(...seconds) <= MOST_SECONDS;
}
