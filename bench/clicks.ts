/**
 * Counts the clicks and keys of two walks in a browser, step by step. The nightly sync: a schedule, an OAuth
 * connection, a list of many pages, a loop with a request and its error branch, a summary and a message are
 * built in an empty workflow and published; then it runs. The repair: a failed run is found in Logs, mended,
 * and run again from the block that failed.
 * Run: npx tsx bench/clicks.ts
 */
import { openWorkflow } from '../e2e/fixtures/author';
import { MOST_SYNC_CLICKS, nightlySync, runAtOnce, serveOrders } from '../e2e/fixtures/nightly-sync';
import { failAndVisit, MOST_REPAIR_CLICKS, REPAIR, serveStock } from '../e2e/fixtures/repair';
import { countEffort } from '../e2e/fixtures/seven-blocks';
import { type StepEffort, sumOf, takeSteps } from '../e2e/fixtures/steps';
import { startUpstream } from '../e2e/fixtures/upstream';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { productInBrowser } from './lib/signed-in-browser';

runCommand(async (lifetime: Lifetime) => {
  const orders = await startUpstream(serveOrders, 0);
  lifetime.onEnd(orders.stop);
  const stock = await startUpstream(serveStock, 0);
  lifetime.onEnd(stock.stop);
  const { author, browser } = await productInBrowser(lifetime, {
    OUTBOUND_ALLOW: [orders.url, stock.url].map((url) => new URL(url).host).join(),
  });
  const openPage = async () => (await browser.newContext()).newPage();

  const builder = await openPage();
  const building = await countEffort(builder);
  await openWorkflow(builder, author, 'Nightly', { blocks: {}, edges: [] });
  const built = await takeSteps(builder, nightlySync(orders.url), building);
  await runAtOnce(builder);
  const isBuiltInFew = printWalk('the nightly sync', built, MOST_SYNC_CLICKS);

  const mender = await openPage();
  const mending = await countEffort(mender);
  await failAndVisit(mender, author, stock.url);
  const mended = await takeSteps(mender, REPAIR, mending);
  const isMendedInFew = printWalk('the repair', mended, MOST_REPAIR_CLICKS);
  return isBuiltInFew && isMendedInFew ? 0 : 1;
});

/** Prints a line for each step, and one for all. @returns true if there are no more clicks than `most` */
function printWalk(name: string, steps: readonly StepEffort[], most: number): boolean {
  console.log(`${name.padEnd(44)} clicks   keys`);
  for (const step of steps) console.log(lineOf(step));
  const sum = sumOf(steps);
  console.log(`${lineOf({ title: 'all', ...sum })}   at most ${most} clicks\n`);
  return sum.clicks <= most;
}

const lineOf = ({ title, clicks, keys }: StepEffort): string =>
  `  ${title.padEnd(42)} ${String(clicks).padStart(6)} ${String(keys).padStart(6)}`;
