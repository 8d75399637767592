/**
 * Measures a response of 10 MB among the values beside a form, on a production build in a browser: the time
 * until they are painted, a frame while they are scrolled, a key in their filter, and the longest task of
 * all that. Also the size of the scripts that an editor loads without an open code field. The limits are
 * those of a quiet machine and scale with the current slowness of this one.
 * Run: npx tsx bench/data-pane.ts [--megabytes 9.5] [--times 10]
 */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { startUpstream } from '../e2e/fixtures/upstream';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { allLoaded } from './lib/all-loaded';
import { percentile } from './lib/percentiles';
import { productInBrowser } from './lib/signed-in-browser';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '9.5' },
    times: { type: 'string', default: '10' },
  },
});
const OPEN_MS = 500;
const FRAME_MS = 20;
const KEY_MS = 200;
const TASK_MS = 200;
const WHEELS = 120;
const BETWEEN_KEYS_MS = 150;

runCommand(async (lifetime: Lifetime) => {
  const answer = JSON.stringify({ items: itemsOf(Number(values.megabytes) * 2 ** 20) });
  const upstream = await startUpstream((_, response) => response.end(answer), 0);
  lifetime.onEnd(upstream.stop);
  const { author, browser } = await productInBrowser(lifetime, {
    OUTBOUND_ALLOW: new URL(upstream.url).host,
  });
  const page = await (await browser.newContext(NOTE_TIMES)).newPage();
  const id = await author.createWorkflow('Large values', twoRequests(upstream.url));
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await page.getByTestId('save-state').waitFor();
  await allLoaded(page);
  const script = await page.evaluate<number>(SCRIPT_BYTES);
  await receive(page);
  const slowBefore = await browser.slowness();
  await page.evaluate('tasksMs.length = 0');
  const opened = await openings(page);
  const frames = await scroll(page);
  const keys = await filter(page);
  const tasks = await page.evaluate<number[]>('tasksMs');
  const slowness = (slowBefore + (await browser.slowness())) / 2;
  console.log(`an answer of ${values.megabytes} MB; this machine: ${slowness.toFixed(2)}`);
  const good = [
    print('values are painted', opened, OPEN_MS * slowness, 1),
    print('a frame while they are scrolled', frames, FRAME_MS * slowness, 0.95),
    print('a key in their filter', keys, KEY_MS * slowness, 0.95),
    print('a long task', tasks, TASK_MS * slowness, 1),
  ];
  console.log(`script of the editor without open code: ${(script / 1024).toFixed(0)} KB`);
  return good.includes(false) ? 1 : 0;
});

function itemsOf(bytes: number): object[] {
  const item = (at: number) => ({ id: at, name: `item ${at}`, tags: ['a', 'b'], note: 'x'.repeat(120) });
  const each = JSON.stringify(item(50_000)).length + 1;
  return Array.from({ length: Math.floor(bytes / each) }, (_, at) => item(at));
}

const twoRequests = (url: string) => ({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: { id: 'a', type: 'api', name: 'list', position: { x: 330, y: 0 }, config: { url: `${url}/items` } },
    b: {
      id: 'b',
      type: 'api',
      name: 'detail',
      position: { x: 660, y: 0 },
      config: { url: `${url}/<list.status>` },
    },
  },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'b' },
  ],
});

function print(what: string, takenMs: readonly number[], limitMs: number, share: number): boolean {
  if (takenMs.length === 0) {
    console.log(`${what}: none`);
    return true;
  }
  const [middle, high, most] = [0.5, 0.95, 1].map((each) => percentile(takenMs, each).toFixed(1));
  const of = percentile(takenMs, share) / limitMs;
  console.log(`${what}: p50 ${middle} ms, p95 ${high} ms, most ${most} ms; ${of.toFixed(2)} of the limit`);
  return of <= 1;
}

/** Sends only the first request, and opens the form of the second. */
async function receive(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'list, ' }).click();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const dock = page.getByRole('region', { name: 'list alone' });
  await dock.getByText('200 OK').waitFor({ timeout: 60_000 });
  await dock.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('group', { name: 'detail, ' }).click();
  await page.getByRole('combobox', { name: 'URL' }).waitFor();
}

const tree = (page: Page) => page.getByRole('tree', { name: 'Values of earlier blocks' });

/** Measures from the key that shows the values until their first rows are painted. */
async function openings(page: Page): Promise<number[]> {
  const hide = page.getByRole('button', { name: 'Hide the values' });
  if (await hide.isVisible()) await hide.click();
  const taken: number[] = [];
  for (let time = 0; time <= Number(values.times); time += 1) {
    const shownMs = page.evaluate<number>('nextTree()');
    await page.keyboard.press('ControlOrMeta+j');
    taken.push(await shownMs);
    await hide.click();
    await tree(page).waitFor({ state: 'detached' });
  }
  // The first time includes compiling the scripts.
  return taken.slice(1);
}

/** Scrolls with the long list open. */
async function scroll(page: Page): Promise<number[]> {
  await page.keyboard.press('ControlOrMeta+j');
  await tree(page)
    .getByRole('treeitem', { name: /^items: / })
    .locator('[data-chevron]')
    .click();
  const box = await tree(page).boundingBox();
  if (box === null) throw new Error('The values are not on screen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate('framesMs.length = 0');
  for (let at = 0; at < WHEELS; at += 1) await page.mouse.wheel(0, at < WHEELS / 2 ? 600 : -500);
  return page.evaluate<number[]>('framesMs');
}

async function filter(page: Page): Promise<number[]> {
  const word = page.getByLabel('Filter values');
  await word.click();
  await page.evaluate('keysMs.length = 0');
  for (const key of 'item 4242') {
    await word.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  return page.evaluate<number[]>('keysMs');
}

const SCRIPT_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

/** Source text instead of a function, because tsx compiles functions to code that needs helpers. */
const NOTE_TIMES = `
const painted = (call) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = call;
  port2.postMessage(null);
};
globalThis.framesMs = [];
let lastMs = 0;
const note = (nowMs) => {
  if (lastMs > 0) framesMs.push(nowMs - lastMs);
  lastMs = nowMs;
  requestAnimationFrame(note);
};
requestAnimationFrame(note);
globalThis.keysMs = [];
let pressedMs = 0;
addEventListener('keydown', ({ timeStamp }) => {
  pressedMs = timeStamp;
  requestAnimationFrame(() => painted(() => keysMs.push(performance.now() - timeStamp)));
}, { capture: true });
globalThis.tasksMs = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasksMs.push(duration);
}).observe({ type: 'longtask' });
globalThis.nextTree = () => new Promise((shown) => {
  const look = () => {
    if (document.querySelector('[data-values] [role=treeitem]') === null) return requestAnimationFrame(look);
    painted(() => shown(performance.now() - pressedMs));
  };
  requestAnimationFrame(look);
});
`;
