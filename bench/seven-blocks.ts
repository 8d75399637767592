/**
 * Counts the clicks and keys for building seven blocks (start, a variable, two API blocks whose bodies
 * refer to earlier ones, a condition, a function, a response) in an empty workflow, in a browser; then runs
 * it.
 * Run: npx tsx bench/seven-blocks.ts
 */
import {
  buildSevenBlocks,
  countEffort,
  MOST_CLICKS,
  runSevenBlocks,
  sellThings,
} from '../e2e/fixtures/seven-blocks';
import { startUpstream } from '../e2e/fixtures/upstream';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { productInBrowser } from './lib/signed-in-browser';

runCommand(async (lifetime: Lifetime) => {
  const upstream = await startUpstream(sellThings, 0);
  lifetime.onEnd(upstream.stop);
  const { author, browser } = await productInBrowser(lifetime, {
    OUTBOUND_ALLOW: new URL(upstream.url).host,
  });
  const page = await (await browser.newContext()).newPage();
  const effort = await countEffort(page);
  const id = await author.createWorkflow('Seven', { blocks: {}, edges: [] });
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await page.getByTestId('save-state').waitFor();
  const begun = Date.now();
  await buildSevenBlocks(page, upstream.url);
  const { clicks, keys } = await effort();
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  await runSevenBlocks(page);
  console.log(
    `seven blocks: ${clicks} clicks (at most ${MOST_CLICKS}), ${keys} keys, ${seconds} s; the run is right`,
  );
  return clicks <= MOST_CLICKS ? 0 : 1;
});
