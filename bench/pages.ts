/**
 * Measures how long pages take to open on a production build, in a browser: the first rows of Logs, editors
 * of 4 and 300 blocks, from the navigation's start until they are painted. Each is opened once with empty
 * caches of server and browser ("cold"), then repeatedly by a browser that has the scripts ("again") and by
 * new ones without them ("new"). The limits are those of a quiet machine and scale with the current
 * slowness of this one. Run: npx tsx bench/pages.ts [--times 15] [--only logs]
 */
import { parseArgs } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import type { KeyHolder } from '../e2e/fixtures/api';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { allLoaded } from './lib/all-loaded';
import { requestsInLine } from './lib/bench-workflow';
import { percentile } from './lib/percentiles';
import { productInBrowser, type SignedInBrowser } from './lib/signed-in-browser';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '15' }, only: { type: 'string', default: '' } },
});

interface Visit {
  name: string;
  path: string;
  /** The awaited elements: this many must be visible. */
  selector: string;
  count: number;
  limitMs: number;
}

const LOGS = 300;
const BLOCKS = '.react-flow__node';

runCommand(async (lifetime: Lifetime) => {
  const { author, browser } = await productInBrowser(lifetime);
  const visits = await makeVisits(author);
  console.log(
    'ms                       cold   again p50/p95     new p50/p95   limit now   p50 of it: again, new',
  );
  for (const visit of visits.filter(({ name }) => name.includes(values.only))) await report(browser, visit);
});

async function makeVisits(author: KeyHolder): Promise<Visit[]> {
  const small = await author.createWorkflow('Four blocks', requestsInLine(4));
  const large = await author.createWorkflow('Three hundred blocks', requestsInLine(300));
  const run = await author.createWorkflow('Run', {
    blocks: { a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
    edges: [],
  });
  for (let count = 0; count < LOGS; count += 1)
    await author.call('POST', `/api/v1/workflows/${run}/executions`, { input: {} });
  const home = `/w/${author.workspaceId}`;
  const editor = (id: string) => ({ path: `${home}/workflows/${id}`, selector: BLOCKS, count: 4 });
  return [
    { name: 'logs, first rows', path: `${home}/logs`, selector: '[data-run]', count: 10, limitMs: 500 },
    { name: 'editor of 4 blocks', ...editor(small), limitMs: 700 },
    { name: 'editor of 300 blocks', ...editor(large), limitMs: 1_500 },
  ];
}

async function report(browser: SignedInBrowser, visit: Visit): Promise<void> {
  const times = Number(values.times);
  const first = await browser.newContext(watchFor(visit));
  const cold = await opened(first, visit);
  await opened(first, visit);
  const slowBefore = await browser.slowness();
  const again: number[] = [];
  for (let time = 0; time < times; time += 1) again.push(await opened(first, visit));
  await first.close();
  const anew: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext(watchFor(visit));
    anew.push(await opened(context, visit));
    await context.close();
  }
  const limit = (visit.limitMs * (slowBefore + (await browser.slowness()))) / 2;
  const pair = (taken: readonly number[]) =>
    [0.5, 0.95].map((share) => Math.round(percentile(taken, share))).join('/');
  const shareOf = (taken: readonly number[]) => (percentile(taken, 0.5) / limit).toFixed(2);
  console.log(
    `${visit.name.padEnd(22)}${cold.toFixed(0).padStart(7)}` +
      `${pair(again).padStart(16)}${pair(anew).padStart(16)}` +
      `${limit.toFixed(0).padStart(12)}   ${shareOf(again)}, ${shareOf(anew)}`,
  );
}

/** Returns the milliseconds from the navigation's start until the awaited elements were painted. */
async function opened(context: BrowserContext, { path, name }: Visit): Promise<number> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => (globalThis as unknown as { shownMs?: number }).shownMs);
  // Waits for the rest of the page too, so that the next opening does not pay for it.
  await allLoaded(page);
  const shownMs = await shown.jsonValue();
  await page.close();
  if (shownMs === undefined) throw new Error(`${name} was never shown`);
  return shownMs;
}

/** Runs before the page's scripts. Source text, because tsx compiles functions to code that needs helpers. */
const watchFor = ({ selector, count }: Visit): string => `
const look = () => {
  const found = document.querySelectorAll(${JSON.stringify(selector)});
  const isShown = found.length >= ${count} && getComputedStyle(found[0]).visibility === 'visible';
  if (!isShown) return requestAnimationFrame(look);
  // The message is handled once the frame is painted.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { globalThis.shownMs = performance.now(); };
  port2.postMessage(null);
};
requestAnimationFrame(look);
`;
