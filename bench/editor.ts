/**
 * The editor in a browser, on a production build: how long a workflow takes to open, and a key typed into a field to be painted.
 * Run: npx tsx bench/editor.ts [--blocks 500] [--keys 120] [--profile FILE.cpuprofile]
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type KeyHolder, keyHolder, type WrittenDocument } from '../e2e/fixtures/api';
import { blockNamed, PASSWORD } from '../e2e/fixtures/author';
import { bootstrap, type Product, startProduct } from '../e2e/fixtures/product';
import { findChromium } from '../scripts/lib/chromium.mjs';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';
import { percentile } from './lib/percentiles';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '500' },
    keys: { type: 'string', default: '120' },
    profile: { type: 'string' },
  },
});

const OPENINGS = 5;
const BETWEEN_KEYS_MS = 60;

runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const env = { ...process.env, DATA_DIR: path.join(makeTestFolder(lifetime), 'product') };
  const product = await lifetime.acquire(
    () => startProduct(env),
    (one: Product) => one.stop(),
  );
  const author = keyHolder(product, await bootstrap(env));
  const page = await signedInPage(lifetime, product.url);
  for (const blocks of [4, 300, Number(values.blocks)]) {
    const times = await openingTimes(page, author, blocks);
    console.log(`${blocks} blocks open: median ${times.median} ms, slowest ${times.slowest} ms`);
  }
  const taken = await typingTimes(page, Number(values.keys));
  const at = (share: number): string => `${percentile(taken, share).toFixed(1)} ms`;
  console.log(`a key to paint at ${values.blocks} blocks: p50 ${at(0.5)}, p95 ${at(0.95)}, slowest ${at(1)}`);
});

async function signedInPage(lifetime: Lifetime, baseURL: string): Promise<Page> {
  const found = await findChromium(lifetime);
  const browser = await lifetime.acquire(
    () =>
      chromium.launch({
        executablePath: found.executable,
        env: { ...process.env, ...found.env } as Record<string, string>,
        args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
      }),
    (one: Browser) => one.close(),
  );
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ content: NOTES });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill('robot@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/w\//);
  return page;
}

interface Noted {
  firstBlockMs?: number;
  keysMs: number[];
}

/**
 * In the page: when the first block was to be seen, in milliseconds since the navigation began; and for each key the time from its
 * event to the message that is handled once the next frame was painted. As text: what tsx makes of a function needs helpers.
 */
const NOTES = `
const noted = (globalThis.noted = { firstBlockMs: undefined, keysMs: [] });
const look = () => {
  const node = document.querySelector('.react-flow__node');
  if (node && getComputedStyle(node).visibility === 'visible') noted.firstBlockMs = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
addEventListener('keydown', ({ timeStamp }) => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => noted.keysMs.push(performance.now() - timeStamp);
    port2.postMessage(null);
  });
}, { capture: true });
`;

async function openingTimes(page: Page, author: KeyHolder, blocks: number) {
  const id = await author.createWorkflow(`${blocks} blocks`, lineOf(blocks));
  const times: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
    await page.getByTestId('save-state').waitFor();
    const shown = await page.waitForFunction(() => {
      return (globalThis as unknown as { noted: Noted }).noted.firstBlockMs;
    });
    times.push((await shown.jsonValue()) ?? Number.NaN);
  }
  return { median: Math.round(percentile(times, 0.5)), slowest: Math.round(percentile(times, 1)) };
}

/** Types into the URL of the first request, which all others come after. */
async function typingTimes(page: Page, keys: number): Promise<number[]> {
  await blockNamed(page, 'b1').click();
  const url = page.getByRole('combobox', { name: 'URL' });
  await url.click();
  await page.keyboard.press('End');
  await page.evaluate(() => {
    (globalThis as unknown as { noted: Noted }).noted.keysMs.length = 0;
  });
  const session = await page.context().newCDPSession(page);
  if (values.profile) await session.send('Profiler.enable');
  if (values.profile) await session.send('Profiler.start');
  for (let at = 0; at < keys; at += 1) {
    await page.keyboard.press('abcdefghij'[at % 10]!);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  if (values.profile)
    await writeFile(values.profile, JSON.stringify((await session.send('Profiler.stop')).profile));
  return page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted.keysMs);
}

/** Requests in one line, in rows of twenty, each with a reference to the one before. */
function lineOf(count: number): WrittenDocument {
  const ids = Array.from({ length: count }, (_, index) => `b${index}`);
  const blocks = ids.map((id, index) => ({
    ...{ id, name: id, position: { x: (index % 20) * 328, y: Math.floor(index / 20) * 200 } },
    type: index === 0 ? 'start' : 'api',
    config:
      index === 0
        ? {}
        : {
            url: `https://example.com/${id}/<${ids[index - 1]}.${index === 1 ? 'id?' : 'data.id'}>`,
            method: 'POST',
            headers: [{ key: 'X-Request', value: `{{MILLRACE_URL}} ${id}`, enabled: true }],
            body: { kind: 'json', value: `{"n": ${index}}` },
          },
  }));
  return {
    blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
    edges: ids.slice(1).map((id, index) => ({ id: `e${index}`, source: ids[index]!, target: id })),
  };
}
