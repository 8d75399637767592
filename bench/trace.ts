/**
 * Measures a run of 10,000 blocks with an output of 50 MB on its page, on a production build in a browser:
 * the time until its trace is drawn, and the longest task of the page during that, while the trace is
 * zoomed and scrolled, and while the output is opened. The limits are those of a quiet machine and scale
 * with the current slowness of this one.
 * Run: npx tsx bench/trace.ts [--spans 10000] [--megabytes 50]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import type { WrittenDocument } from '../e2e/fixtures/api';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { percentile } from './lib/percentiles';
import { productInBrowser } from './lib/signed-in-browser';

const { values } = parseArgs({
  options: { spans: { type: 'string', default: '10000' }, megabytes: { type: 'string', default: '50' } },
});
const SPANS = Number(values.spans);
const MEGABYTES = Number(values.megabytes);
const PAINT_MS = 500;
const TASK_MS = 200;
const OPENED = 5;
const ANSWER_BYTES = 5_000_000;

runCommand(async (lifetime: Lifetime) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end('x'.repeat(ANSWER_BYTES));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  lifetime.onEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  process.env.OUTBOUND_ALLOW = `127.0.0.1:${port}`;
  const { author, browser } = await productInBrowser(lifetime);
  const id = await author.createWorkflow('Long', longWorkflow(`http://127.0.0.1:${port}/`));
  const ran = await author.call<{ logId: string; status: string }>(
    'POST',
    `/api/v1/workflows/${id}/executions`,
    { input: {} },
  );
  if (ran.body.status !== 'success') throw new Error(`The run failed: ${ran.body.logId}`);
  const page = await (await browser.newContext(NOTE_TASKS)).newPage();
  const path = `/w/${author.workspaceId}/logs/${ran.body.logId}`;
  await opened(page, path); // scripts are cached from now on
  const slowBefore = await browser.slowness();
  const paintsMs: number[] = [];
  const firstMs: number[] = [];
  const tasksMs: number[] = [];
  for (let at = 0; at < OPENED; at += 1) {
    paintsMs.push(await opened(page, path));
    firstMs.push(await page.evaluate<number>(FIRST_PAINT));
    tasksMs.push(await longestTask(page));
  }
  await page.evaluate('longTasksMs.length = 0');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.locator('[data-row]').first().hover();
  for (let at = 0; at < 60; at += 1) await page.mouse.wheel(0, 600);
  await page.getByRole('button', { name: 'Show the whole run' }).click();
  const usedMs = await longestTask(page);
  await page.evaluate('longTasksMs.length = 0');
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.getByText('This is its beginning.').waitFor();
  const outputMs = await longestTask(page);
  await page.evaluate('longTasksMs.length = 0');
  const wholeMs = await openedWhole(page);
  const wholeTaskMs = await longestTask(page);
  const slowness = (slowBefore + (await browser.slowness())) / 2;
  console.log(`${SPANS} spans, ${MEGABYTES} MB of output; this machine: ${slowness.toFixed(2)}`);
  print('first paint of the page', firstMs, PAINT_MS * slowness);
  print('the trace is drawn', paintsMs, PAINT_MS * slowness);
  print('longest task until then', tasksMs, TASK_MS * slowness);
  print('longest task of zooming and scrolling', [usedMs], TASK_MS * slowness);
  print('longest task of the output', [outputMs], TASK_MS * slowness);
  print('longest task while all of it is opened and searched', [wholeTaskMs], TASK_MS * slowness);
  console.log(`all of it was there and searched after ${wholeMs.toFixed(0)} ms`);
});

function print(what: string, takenMs: readonly number[], limitMs: number): void {
  const middle = percentile(takenMs, 0.5);
  console.log(`${what}: p50 ${middle.toFixed(0)} ms; ${(middle / limitMs).toFixed(2)} of the limit`);
}

/** Returns a workflow with two blocks per iteration and large responses, all in the output. */
function longWorkflow(url: string): WrittenDocument {
  const place = { position: { x: 0, y: 0 } };
  const answers = Array.from({ length: Math.ceil((MEGABYTES * 1_000_000) / ANSWER_BYTES) }, (_, at) => at);
  const loop = { maxIterations: SPANS, kind: 'count', count: SPANS / 2, result: '<loop.index>' };
  const inside = (id: string) => ({
    id,
    type: 'transform',
    name: id,
    parentId: 'each',
    ...place,
    config: { fields: [{ name: 'index', type: 'number', value: '<loop.index>' }] },
  });
  const blocks: WrittenDocument['blocks'] = {
    start: { id: 'start', type: 'start', name: 'start', ...place },
    each: { id: 'each', type: 'loop', name: 'each', ...place, config: loop },
    first: inside('first'),
    second: inside('second'),
    large: { id: 'large', type: 'api', name: 'large', ...place, config: { url } },
    response: {
      id: 'response',
      type: 'response',
      name: 'response',
      ...place,
      config: { body: `{${answers.map((at) => `"a${at}": "<large.data>"`).join(', ')}}` },
    },
  };
  const ends = [
    ['start', 'each'],
    ['first', 'second'],
    ['each', 'large'],
    ['large', 'response'],
  ];
  return {
    blocks,
    edges: ends.map(([source = '', target = ''], at) => ({ id: `e${at}`, source, target })),
  };
}

async function opened(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  const begunMs = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('[data-row]').first().waitFor();
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))');
  return performance.now() - begunMs;
}

/** Opens the whole output and one of its texts into lines, and searches to its end. */
async function openedWhole(page: Page): Promise<number> {
  const begunMs = performance.now();
  await page.getByRole('button', { name: 'Load all' }).click();
  const tree = page.getByRole('tree', { name: 'final output' });
  await tree.getByRole('button', { name: 'Open a0' }).click();
  await tree.getByRole('treeitem').nth(10).waitFor();
  await page.getByRole('textbox', { name: 'Search in final output' }).fill('not there');
  await page.getByText('none', { exact: true }).waitFor();
  return performance.now() - begunMs;
}

/** Source text instead of a function, because tsx compiles functions to code that needs helpers. */
const NOTE_TASKS = `
globalThis.longTasksMs = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasksMs.push(duration);
}).observe({ type: 'longtask', buffered: true });
`;

const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`;

async function longestTask(page: Page): Promise<number> {
  // Tasks are reported after they have ended.
  await page.evaluate('new Promise((later) => setTimeout(later, 300))');
  return page.evaluate<number>('Math.max(0, ...longTasksMs)');
}
