/**
 * Runs three browsers with the same workflow open, random edits in each, and a program that repeatedly
 * saves the whole workflow; one browser is offline for a minute, and the server is killed repeatedly. In
 * the end all must show the server's document, with every letter that was typed and not undone.
 * Run: npx tsx bench/many-hands.ts [--minutes 10] [--seed 1] [--restart-every 75]
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type KeyHolder, keyHolder } from '../e2e/fixtures/api';
import { bootstrap, liftLimits, startProduct } from '../e2e/fixtures/product';
import { randomNumbers } from '../lib/core/shared-document/testing/random-changes';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';
import { compareAll, storedDocument } from './lib/many-hands/agree';
import { type Added, type Hand, newHand, TEXT_BLOCKS, work } from './lib/many-hands/hand';
import { signedInBrowser } from './lib/signed-in-browser';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    // A server that is killed sooner after its start counts as permanently broken and is not restarted.
    'restart-every': { type: 'string', default: '75' },
  },
});
const LASTS_MS = Number(values.minutes) * 60_000;
const RESTART_EVERY_MS = Number(values['restart-every']) * 1_000;
const OFFLINE_MS = Math.min(60_000, LASTS_MS / 3);
const SETTLES_WITHIN_MS = 60_000;
const PUT_EVERY_MS = 7_000;
/** With more blocks, some would not be drawn completely and would have to be searched for. */
const MOST_PUT = 10;

runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const env = { ...process.env, DATA_DIR: path.join(makeTestFolder(lifetime), 'product') };
  let serverPid = 0;
  const product = await startProduct(env, ({ pid }) => {
    serverPid = pid;
  });
  lifetime.onEnd(product.stop);
  serverPid = product.serverPid;
  const author = keyHolder(product, await bootstrap(env));
  await liftLimits(env);
  const browser = await signedInBrowser(lifetime, product.url);
  const id = await author.createWorkflow('Many hands', {
    blocks: Object.fromEntries(textBlocks()),
    edges: [],
  });
  const hands: Hand[] = [];
  for (let at = 0; at < 3; at += 1) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${product.url}/w/${author.workspaceId}/workflows/${id}`);
    await page.getByTestId('save-state').getByText('Saved').waitFor();
    hands.push(newHand(page, at));
  }
  const endsAtMs = Date.now() + LASTS_MS;
  const isOver = () => Date.now() > endsAtMs;
  console.log(`seed ${values.seed}, ${values.minutes} minutes`);
  const added: Added = { names: new Map() };
  const [restarts, put] = await Promise.all([
    killAgainAndAgain(() => serverPid, isOver),
    saveAgainAndAgain(author, id, isOver),
    goOffline(hands[2] as Hand),
    ...hands.map((hand, at) => work(hand, randomNumbers(Number(values.seed) * 10 + at), added, isOver)),
  ]);
  const problems = [
    ...hands.flatMap(({ problems: own }, at) => own.map((problem) => `browser ${at}: ${problem}`)),
    ...(await compareAll(author, id, hands, { added, put, withinMs: SETTLES_WITHIN_MS })),
  ];
  for (const [at, { done, failed }] of hands.entries())
    console.log(`browser ${at}: ${JSON.stringify(done)}, ${failed} could not be made`);
  const letters = hands.flatMap(({ typed }) => [...typed.values()]).join('').length;
  console.log(`${letters} letters typed and left, ${added.names.size} blocks added, ${put.length} put by a`);
  console.log(`program, ${restarts} times the server was killed`);
  for (const problem of problems) console.log(`    ! ${problem}`);
  if (problems.length === 0) console.log('All are the same, and nothing that was typed is lost.');
  return problems.length === 0 ? 0 : 1;
});

function textBlocks() {
  return TEXT_BLOCKS.map((name, at) => {
    const position = { x: (at % 3) * 400, y: Math.floor(at / 3) * 240 };
    // Some have no URL: in those, all hands start the same text.
    return [name, { id: name, type: 'api', name, position, config: at % 2 === 0 ? {} : { url: '//1.2' } }];
  });
}

async function goOffline({ page }: Hand): Promise<void> {
  await sleep(LASTS_MS / 4);
  await page.context().setOffline(true);
  console.log(`one browser is without a connection for ${OFFLINE_MS / 1_000} s`);
  await sleep(OFFLINE_MS);
  await page.context().setOffline(false);
}

/** @returns the number of kills */
async function killAgainAndAgain(pidOf: () => number, isOver: () => boolean): Promise<number> {
  for (let count = 0; ; count += 1) {
    const nextAtMs = Date.now() + RESTART_EVERY_MS;
    while (Date.now() < nextAtMs) {
      if (isOver()) return count;
      await sleep(200);
    }
    process.kill(pidOf(), 'SIGKILL');
  }
}

/** Saves repeatedly as a program that adds a block and removes an old one. @returns ids that must remain */
async function saveAgainAndAgain(author: KeyHolder, id: string, isOver: () => boolean): Promise<string[]> {
  let taken: string[] = [];
  for (let count = 0; !isOver(); count += 1) {
    await sleep(PUT_EVERY_MS);
    const name = `put${count}`;
    try {
      const { version, document } = await storedDocument(author, id);
      const block = {
        id: name,
        type: 'api',
        name,
        position: { x: (count % MOST_PUT) * 120, y: 600 },
        config: {},
      };
      const oldest = taken.length < MOST_PUT ? undefined : taken[0];
      const kept = Object.entries(document.blocks).filter(([one]) => one !== oldest);
      const blocks = Object.fromEntries([...kept, [name, block]]);
      // A save based on an older version is refused: otherwise it would undo later edits.
      const body = { version, document: { ...document, blocks } };
      const { status } = await author.call('PUT', `/api/v1/workflows/${id}`, body);
      if (status === 200) taken = [...taken.filter((one) => one !== oldest), name];
    } catch (error) {
      // The save may have been accepted anyway.
      taken = taken.slice(1);
      console.debug(`    no answer while the server starts: ${String(error)}`);
    }
  }
  return taken;
}
