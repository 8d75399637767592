/**
 * How long three pages take on a production build, in a real browser with an empty cache: the first rows of Logs, an editor of 4 blocks,
 * one of 300. From the navigation's start until they are painted. Run: npx tsx bench/pages.ts [times]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { keyHolder, type WrittenDocument } from '../e2e/fixtures/api';
import { PASSWORD } from '../e2e/fixtures/author';
import { bootstrap, liftLimits, startProduct } from '../e2e/fixtures/product';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { joinEmbedded } from '../scripts/lib/database.mjs';
import { runCommand } from '../scripts/lib/lifetime.mjs';
import { highest, percentile } from './lib/percentiles';

/** What scripts/lib/lifetime.mjs hands to a command. */
interface Lifetime {
  onEnd(end: () => unknown): void;
}

interface Visit {
  name: string;
  path: string;
  /** What is awaited: it must be there so many times. */
  selector: string;
  count: number;
  limitMs: number;
}

const LOGS = 300;
const times = Number(process.argv[2] ?? 15);

await runCommand(async (lifetime: Lifetime) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-pages-'));
  lifetime.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { url: databaseUrl } = await joinEmbedded(lifetime, path.join(folder, 'database'));
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const product = await startProduct(env);
  lifetime.onEnd(product.stop);
  const account = await bootstrap(env);
  await liftLimits(env);
  const author = keyHolder(product, account);
  const small = await author.createWorkflow('Four blocks', line(4));
  const large = await author.createWorkflow('Three hundred blocks', line(300));
  for (let count = 0; count < LOGS; count += 1)
    await author.call('POST', `/api/v1/workflows/${small}/executions`, { input: {} });

  const { executable, env: browserEnv } = await findChromium(lifetime);
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...browserEnv },
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  lifetime.onEnd(() => browser.close());
  const home = `/w/${account.workspaceId}`;
  const visits: Visit[] = [
    { name: 'logs first rows', path: `${home}/logs`, selector: '[data-run]', count: 10, limitMs: 500 },
    {
      name: 'editor of 4 blocks',
      path: `${home}/workflows/${small}`,
      selector: NODE,
      count: 4,
      limitMs: 700,
    },
    {
      name: 'editor of 300 blocks',
      path: `${home}/workflows/${large}`,
      selector: NODE,
      count: 4,
      limitMs: 1_500,
    },
  ];
  console.log(`load ${execFileSync('cat', ['/proc/loadavg']).toString().slice(0, 14)}`);
  console.log('page                       p50 ms  p95 ms  max ms  limit');
  for (const visit of visits) print(visit, await measure(browser, product.url, visit));
  return 0;
});

const NODE = '.react-flow__node';

/** Start, functions in a row, nothing that leaves the machine. */
function line(blocks: number): WrittenDocument {
  const ids = Array.from({ length: blocks }, (_, index) => `b${index}`);
  const block = (id: string, index: number) => ({
    id,
    type: index === 0 ? 'start' : 'function',
    name: index === 0 ? 'start' : `step${index}`,
    position: { x: (index % 20) * 330, y: Math.floor(index / 20) * 200 },
    ...(index === 0 ? {} : { config: { code: 'return 1' } }),
  });
  return {
    blocks: Object.fromEntries(ids.map((id, index) => [id, block(id, index)])),
    edges: ids.slice(1).map((target, index) => ({ id: `e${index}`, source: ids[index]!, target })),
  };
}

/** Milliseconds of each visit. Each has a browser context of its own, signed in, with nothing cached. */
async function measure(browser: Browser, url: string, visit: Visit): Promise<number[]> {
  const taken: number[] = [];
  const first = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const signIn = await first.newPage();
  await signIn.goto('/sign-in');
  await signIn.getByLabel('E-mail').fill('robot@example.com');
  await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn.waitForURL(/\/w\//);
  const storageState = await first.storageState();
  await first.close();
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext({
      baseURL: url,
      storageState,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    await page.goto(visit.path, { waitUntil: 'commit' });
    taken.push(await painted(page, visit));
    await context.close();
  }
  return taken;
}

async function painted(page: import('@playwright/test').Page, { selector, count }: Visit): Promise<number> {
  const at = await page.waitForFunction(
    ([selector, count]) => document.querySelectorAll(selector).length >= count && performance.now(),
    [selector, count] as const,
    { polling: 'raf' },
  );
  return Number(await at.jsonValue());
}

function print({ name, limitMs }: Visit, taken: readonly number[]): void {
  const cells = [percentile(taken, 0.5), percentile(taken, 0.95), highest(taken)];
  const words = cells.map((ms) => Math.round(ms).toString().padStart(8)).join('');
  const verdict = percentile(taken, 0.5) < limitMs ? 'held' : 'MISSED';
  console.log(`${name.padEnd(24)}${words}   <${limitMs}: ${verdict}`);
}
