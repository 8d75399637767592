/**
 * Measures the logs page in a browser, on a production build with a million logs: from a click on "Logs" to
 * the first rows, also after pointing at the link, from a click on a filter to its rows, and the frames
 * while 100,000 rows are scrolled. The limits are those of a quiet machine and scale with the current
 * slowness of this one.
 * Run: npx tsx bench/explorer.ts [--rows 1000000] [--scrolled 100000] [--keep DIR]
 *   [--columns time,duration,output.order.id,output.total]
 */
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { seeded } from '../lib/services/logs/testing/random-logs';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { openLogsStage } from './lib/logs-stage';
import { percentile } from './lib/percentiles';
import { signedInBrowser } from './lib/signed-in-browser';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    scrolled: { type: 'string', default: '100000' },
    keep: { type: 'string' },
    columns: { type: 'string' },
  },
});
const SCROLLED = Number(values.scrolled);
const ROW_PX = 36;
/** So large that a page of 100 rows passes every fifth of a second. */
const STEP_PX = 8 * ROW_PX;
const TIMES = 10;
/** People point at a link for longer than this before they click. */
const POINTED_MS = 150;
const [FIRST_ROWS_MS, FILTER_MS, FRAME_MS] = [300, 200, 20];

runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const random = seeded(7);
  const opened = await openLogsStage(lifetime, { rows: Number(values.rows), random, keep: values.keep });
  const { stage, product } = opened;
  const { workspaceId } = stage.worlds[0]!.world;
  const browser = await signedInBrowser(lifetime, product.url);
  const chooses = values.columns === undefined ? undefined : chooseColumns(values.columns);
  const page = await (await browser.newContext(chooses)).newPage();
  const slowBefore = await browser.slowness();
  const firstMs: number[] = [];
  const pointedMs: number[] = [];
  for (const [taken, isPointedAt] of [[firstMs, false] as const, [pointedMs, true] as const]) {
    for (let at = 0; at < TIMES; at += 1) {
      await page.mouse.move(700, 500);
      await page.goto(`/w/${workspaceId}`);
      // People click on a loaded page, not on one that is still loading.
      await page.waitForLoadState('networkidle');
      const link = page.locator('nav a', { hasText: /^Logs$/ });
      if (isPointedAt) await link.hover();
      if (isPointedAt) await page.waitForTimeout(POINTED_MS);
      taken.push(await timed(page, `document.querySelector('nav a[href$="/logs"]')`, `true`));
    }
  }
  const filterMs: number[] = [];
  await page.waitForLoadState('networkidle');
  for (const name of ['Errors', 'Success', '1 h', '24 h', '7 d', '30 d', 'All'])
    filterMs.push(
      await timed(
        page,
        `[...document.querySelectorAll('[role=radio]')].find((one) => one.textContent === '${name}')`,
        `!document.querySelector('[data-logs] [data-run]')?.dataset.before`,
      ),
    );
  await page.goto(`/w/${workspaceId}/logs`);
  await page.locator('[data-run]').first().waitFor();
  const frames = await page.evaluate<number[]>(SCROLL);
  const slowness = (slowBefore + (await browser.slowness())) / 2;
  console.log(`${values.rows} logs; this machine: ${slowness.toFixed(2)}`);
  print('first rows, by keyboard', firstMs, FIRST_ROWS_MS * slowness);
  print(`first rows, pointed at for ${POINTED_MS} ms`, pointedMs, FIRST_ROWS_MS * slowness);
  print('rows of a filter', filterMs, FILTER_MS * slowness);
  print(`frame while ${SCROLLED} rows are scrolled`, frames, FRAME_MS * slowness);
});

/** Returns a script that chooses the columns of the list as a person on this device would. */
const chooseColumns = (columns: string): string =>
  `localStorage.setItem('millrace:logs-layout', ${JSON.stringify(JSON.stringify({ columns: columns.split(',') }))})`;

function print(what: string, taken: readonly number[], limitMs: number): void {
  const [middle, most] = [percentile(taken, 0.5), percentile(taken, 0.95)];
  const share = (most / limitMs).toFixed(2);
  console.log(`${what}: p50 ${middle.toFixed(1)}, p95 ${most.toFixed(1)} ms; ${share} of the limit`);
}

/** Measures from a click to the frame after its first rows. Source text, because tsx's code needs helpers. */
const timed = (page: Page, target: string, isNew: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    for (const row of document.querySelectorAll('[data-run]')) row.dataset.before = 'yes';
    const begun = performance.now();
    (${target}).click();
    const isThere = () => document.querySelector('[data-run]') !== null && (${isNew});
    while (!isThere()) await new Promise((frame) => requestAnimationFrame(frame));
    return performance.now() - begun;
  })()`);

const SCROLL = `(async () => {
  const list = document.querySelector('[data-logs]');
  const frames = [];
  let last = await new Promise((frame) => requestAnimationFrame(frame));
  while (list.scrollTop < ${SCROLLED * ROW_PX}) {
    const before = list.scrollTop;
    list.scrollTop += ${STEP_PX};
    const now = await new Promise((frame) => requestAnimationFrame(frame));
    frames.push(now - last);
    last = now;
    if (list.scrollTop === before) await new Promise((frame) => setTimeout(frame, 5));
  }
  return frames;
})()`;
