/**
 * Measures a key typed into a field of the editor, on a production build in a browser: the time until it is
 * painted. The limit is that of a quiet machine and scales with the current slowness of this one.
 * Run: npx tsx bench/editor.ts [--blocks 500] [--keys 120] [--field url|code] [--lines 200] [--profile FILE.cpuprofile]
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { blockNamed } from '../e2e/fixtures/author';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { requestsInLine } from './lib/bench-workflow';
import { percentile } from './lib/percentiles';
import { productInBrowser } from './lib/signed-in-browser';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '500' },
    keys: { type: 'string', default: '120' },
    field: { type: 'string', default: 'url' },
    lines: { type: 'string', default: '200' },
    profile: { type: 'string' },
  },
});

const LIMIT_MS = 50;
const BETWEEN_KEYS_MS = 60;
/** The first keys are not counted, because scripts are compiled and caches filled. */
const WARM_UP_KEYS = 20;

runCommand(async (lifetime: Lifetime) => {
  const { author, browser } = await productInBrowser(lifetime);
  const page = await (await browser.newContext(NOTE_KEYS)).newPage();
  const document = requestsInLine(Number(values.blocks));
  if (values.field === 'code') document.blocks.b1 = { ...document.blocks.b1!, ...LONG_FUNCTION };
  const id = await author.createWorkflow('Long', document);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await page.getByTestId('save-state').waitFor();
  const slowBefore = await browser.slowness();
  const taken = await typingTimes(page, Number(values.keys));
  const limit = (LIMIT_MS * (slowBefore + (await browser.slowness()))) / 2;
  const at = (share: number): string => `${percentile(taken, share).toFixed(1)} ms`;
  const where = `a key in ${values.field} to paint at ${values.blocks} blocks`;
  console.log(`${where}: p50 ${at(0.5)}, p95 ${at(0.95)}, slowest ${at(1)}`);
  console.log(`limit now ${limit.toFixed(0)} ms, p95 of it ${(percentile(taken, 0.95) / limit).toFixed(2)}`);
});

/**
 * Records for each key the time from its event to the message handled after the next frame was painted.
 * Source text instead of a function, because tsx compiles functions to code that needs helpers.
 */
const NOTE_KEYS = `
const keysMs = (globalThis.keysMs = []);
addEventListener('keydown', ({ timeStamp }) => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => keysMs.push(performance.now() - timeStamp);
    port2.postMessage(null);
  });
}, { capture: true });
`;

/** Lines of code with a reference in each. */
const LONG_FUNCTION = {
  type: 'function',
  config: {
    code: `${'{ const named = { first: <b0.id?>, list: [1, 2, 3] }; }\n'.repeat(
      Number(values.lines),
    )}return `,
  },
};

/** Types into the URL or the code of the first request, which all others follow. */
async function typingTimes(page: Page, keys: number): Promise<number[]> {
  await blockNamed(page, 'b1').click();
  if (values.field === 'code') await page.getByRole('textbox', { name: 'Code' }).click();
  else await page.getByRole('combobox', { name: 'URL' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await type(page, WARM_UP_KEYS);
  await page.evaluate('keysMs.length = 0');
  const session = await page.context().newCDPSession(page);
  if (values.profile) await session.send('Profiler.enable');
  if (values.profile) await session.send('Profiler.start');
  await type(page, keys);
  if (values.profile)
    await writeFile(values.profile, JSON.stringify((await session.send('Profiler.stop')).profile));
  return page.evaluate<number[]>('keysMs');
}

async function type(page: Page, keys: number): Promise<void> {
  for (let at = 0; at < keys; at += 1) {
    await page.keyboard.press('abcdefghij'[at % 10]!);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
}
