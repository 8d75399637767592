/**
 * Makes a server process hang under 100 requests a second, half of them on connections that are kept: how long
 * nobody is answered, how long the slowest waits, and how many are turned away or fail.
 * Run: npx tsx bench/hiccup.ts [--rounds 3]
 */
import { mkdtempSync } from 'node:fs';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { keyHolder } from '../e2e/fixtures/api';
import { askingOnce, queueRuns } from '../e2e/fixtures/hung-process';
import { bootstrap, liftLimits, startProduct } from '../e2e/fixtures/product';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const EVERY_MS = 10;
/** The spare process is started 10 s after the server. */
const UNTIL_WARM_MS = 25_000;
const BEFORE_MS = 2_000;
const AFTER_MS = 15_000;
const GIVEN_UP_AFTER_MS = 60_000;
const MOST_SECONDS = 3;

interface Answer {
  sentAtMs: number;
  endedAtMs: number;
  /** 0 if the connection failed. */
  status: number;
  saysWhen: boolean;
}

await runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const folder = makeTestFolder(lifetime);
  let isGood = true;
  for (const processes of [1, 3])
    for (let round = 0; round < Number(values.rounds); round += 1)
      isGood = (await measure(processes, folder)) && isGood;
  return isGood ? 0 : 1;
});

async function measure(processes: number, folder: string): Promise<boolean> {
  const env = {
    ...process.env,
    DATA_DIR: mkdtempSync(path.join(folder, 'product-')),
    DATABASE_URL: '',
    TEST_HANG: '1',
    OUTBOUND_ALLOW: '127.0.0.1:1',
    LOG_LEVEL: 'silent',
    WEB_PROCESSES: String(processes),
  };
  const product = await startProduct(env);
  const account = await bootstrap(env);
  await liftLimits(env);
  const robot = keyHolder(product, account);
  const hanging = await askingOnce(robot, 'http://127.0.0.1:1/test-hang/event-loop');
  await sleep(UNTIL_WARM_MS);
  const kept = new Agent({ keepAlive: true });
  const url = `${product.url}/api/v1/workflows?workspaceId=${account.workspaceId}`;
  const asked: Array<Promise<Answer>> = [];
  const timer = setInterval(() => {
    asked.push(ask(url, account.apiKey, asked.length % 2 === 0 ? kept : new Agent()));
  }, EVERY_MS);
  await sleep(BEFORE_MS);
  void queueRuns(robot, hanging, 1);
  await sleep(AFTER_MS);
  clearInterval(timer);
  const answers = await Promise.all(asked);
  kept.destroy();
  await product.stop();
  const good = answers.filter(({ status }) => status === 200).map(({ endedAtMs }) => endedAtMs);
  good.sort((a, b) => a - b);
  const longestGap = Math.max(...good.slice(1).map((at, index) => at - good[index]!)) / 1_000;
  const longestWait = Math.max(...answers.map(({ sentAtMs, endedAtMs }) => endedAtMs - sentAtMs)) / 1_000;
  const away = answers.filter(({ status, saysWhen }) => status === 503 && saysWhen).length;
  console.log(
    `${processes} web process${processes === 1 ? '' : 'es'}: of ${answers.length} requests ${good.length} answered, ` +
      `${away} turned away with 503, ${answers.length - good.length - away} failed; ` +
      `nobody was answered for ${longestGap.toFixed(2)} s, the longest wait was ${longestWait.toFixed(2)} s`,
  );
  return longestWait <= MOST_SECONDS;
}

function ask(url: string, apiKey: string, agent: Agent): Promise<Answer> {
  const sentAtMs = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, saysWhen: boolean) =>
      resolve({ sentAtMs, endedAtMs: performance.now(), status, saysWhen });
    const request = get(
      url,
      { agent, headers: { 'x-api-key': apiKey }, timeout: GIVEN_UP_AFTER_MS },
      (response) => {
        response.resume();
        response.once('end', () =>
          end(response.statusCode ?? 0, response.headers['retry-after'] !== undefined),
        );
        response.once('error', () => end(0, false));
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => end(0, false));
  });
}
