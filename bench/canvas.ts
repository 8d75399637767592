/**
 * Measures a large workflow on the canvas, on a production build in a browser: the time until it is drawn,
 * the number of blocks in the page, the frame time while the view moves, zooms, and a hundred blocks are
 * dragged, and the longest task of a page that follows a run of all of them. For comparison, the same
 * frames of React Flow alone with bare nodes. `bench/editor.ts` measures keys. The limits are those of a
 * quiet machine and scale with the current slowness of this one.
 * Run: npx tsx bench/canvas.ts [--blocks 1000] [--profile FOLDER: writes a .cpuprofile of each]
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { bareFlowPage } from './lib/bare-flow';
import { requestsInLine } from './lib/bench-workflow';
import { percentile } from './lib/percentiles';
import { productInBrowser } from './lib/signed-in-browser';

const { values } = parseArgs({
  options: { blocks: { type: 'string', default: '1000' }, profile: { type: 'string' } },
});
const BLOCKS = Number(values.blocks);
const IN_A_ROW = 20;
const OPEN_MS = 2_000;
const FRAME_MS = 20;
const TASK_MS = 100;
const RUN_TIMEOUT_MS = 300_000;
const STEPS = 90;
const DRAGGED = 100;
/** In the middle of the others, because a selection that starts at the edge of the canvas moves the view. */
const FIRST_DRAGGED = 200;

runCommand(async (lifetime: Lifetime) => {
  const { author, browser } = await productInBrowser(lifetime);
  const page = await (await browser.newContext(NOTE_FRAMES)).newPage();
  const id = await author.createWorkflow('Large', twiceConnected());
  const address = `/w/${author.workspaceId}/workflows/${id}`;
  await page.goto(address); // scripts are cached from now on
  await drawn(page);
  const slowBefore = await browser.slowness();
  const openedMs: number[] = [];
  for (let at = 0; at < 5; at += 1) openedMs.push(await opened(page, address));
  const blocksInPage = await page.locator('.react-flow__node').count();
  const edgesInPage = await page.locator('.react-flow__edge').count();
  const moved = await framesOf(page, 'move', () => wheel(page, 40, 24));
  const zoomed = await framesOf(page, 'zoom', () => zoom(page));
  const dragged = await drag(page);
  const tasks = await tasksOfRun(page, await author.createWorkflow('Run', quickBlocks()), author.workspaceId);
  const slowness = (slowBefore + (await browser.slowness())) / 2;
  console.log(
    `${BLOCKS} blocks, ${twiceConnected().edges.length} connections; this machine: ${slowness.toFixed(2)}`,
  );
  print('opened', openedMs, OPEN_MS * slowness, 0.5);
  console.log(`in the page: ${blocksInPage} blocks, ${edgesInPage} connections`);
  print('a frame while the view moves', moved, FRAME_MS * slowness, 0.95);
  print('a frame while it zooms', zoomed, FRAME_MS * slowness, 0.95);
  print(`a frame while ${DRAGGED} blocks are dragged`, dragged, FRAME_MS * slowness, 0.95);
  print(
    `a task of more than 50 ms during a run of all, of ${tasks.length - 1}`,
    tasks,
    TASK_MS * slowness,
    1,
  );
  const bare = await (await browser.newContext()).newPage();
  await bare.setContent(bareFlowPage(twiceConnected()));
  await bare.locator('.react-flow__node').first().waitFor();
  await bare.addScriptTag({ content: NOTE_FRAMES });
  print(
    'React Flow alone: a frame while the view moves',
    await framesOf(bare, 'bare-move', () => wheel(bare, 40, 24)),
    FRAME_MS * slowness,
    0.95,
  );
  print(
    'React Flow alone: a frame while it zooms',
    await framesOf(bare, 'bare-zoom', () => zoom(bare)),
    FRAME_MS * slowness,
    0.95,
  );
});

function print(what: string, takenMs: readonly number[], limitMs: number, share: number): void {
  const [middle, high] = [percentile(takenMs, 0.5), percentile(takenMs, 0.95)];
  const of = (percentile(takenMs, share) / limitMs).toFixed(2);
  const most = percentile(takenMs, 1).toFixed(1);
  console.log(
    `${what}: p50 ${middle.toFixed(1)} ms, p95 ${high.toFixed(1)} ms, most ${most}; ${of} of the limit`,
  );
}

/** Connects each block also to the one below, and some to the next: twice as many connections as blocks. */
function twiceConnected() {
  const document = requestsInLine(BLOCKS);
  const ids = Object.keys(document.blocks);
  const down = ids.slice(IN_A_ROW).map((id, at) => ({ id: `d${at}`, source: ids[at]!, target: id }));
  const aside = ids.slice(IN_A_ROW + 1, 2 * IN_A_ROW + 2);
  const askew = aside.map((id, at) => ({ id: `s${at}`, source: ids[at]!, target: id }));
  return { ...document, edges: [...document.edges, ...down, ...askew] };
}

/** Makes each block set a value, which is immediate: then the page has most to show per second. */
function quickBlocks() {
  const document = twiceConnected();
  const blocks = Object.values(document.blocks).map((block) =>
    block.type === 'start'
      ? block
      : {
          ...block,
          type: 'variables',
          config: { variables: [{ name: block.id, type: 'string', value: 'x' }] },
        },
  );
  return { ...document, blocks: Object.fromEntries(blocks.map((block) => [block.id, block])) };
}

/** Returns the tasks of more than 50 ms while the page follows a run; a single 0 if there are none. */
async function tasksOfRun(page: Page, id: string, workspaceId: string): Promise<number[]> {
  await page.goto(`/w/${workspaceId}/workflows/${id}`);
  await drawn(page);
  await page.getByTestId('save-state').filter({ hasText: 'Saved' }).waitFor();
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await page.evaluate(NOTE_TASKS);
  await profiled(page, 'run', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await page
      .getByRole('region', { name: 'Run', exact: true })
      .getByText('Success', { exact: true })
      .waitFor({ timeout: RUN_TIMEOUT_MS });
  });
  return [0, ...(await page.evaluate<number[]>('tasksMs'))];
}

const NOTE_TASKS = `
globalThis.tasksMs = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) tasksMs.push(duration);
}).observe({ type: 'longtask' });
`;

const drawn = (page: Page) =>
  page.locator('.workflow-canvas[data-placed=true] .react-flow__node').first().waitFor();

async function opened(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  const begunMs = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await drawn(page);
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))');
  return performance.now() - begunMs;
}

/** Source text instead of a function, because tsx compiles functions to code that needs helpers. */
const NOTE_FRAMES = `
globalThis.framesMs = [];
let lastMs = 0;
const note = (nowMs) => {
  if (lastMs > 0) framesMs.push(nowMs - lastMs);
  lastMs = nowMs;
  requestAnimationFrame(note);
};
requestAnimationFrame(note);
`;

/** Measures the second round, with compiled scripts. `name`: of its profile. */
async function framesOf(page: Page, name: string, act: () => Promise<void>): Promise<number[]> {
  await act();
  await page.evaluate('framesMs.length = 0');
  await profiled(page, name, act);
  return page.evaluate<number[]>('framesMs');
}

async function profiled(page: Page, name: string, act: () => Promise<void>): Promise<void> {
  if (!values.profile) return act();
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.start');
  await act();
  const { profile } = await session.send('Profiler.stop');
  await writeFile(path.join(values.profile, `${name}.cpuprofile`), JSON.stringify(profile));
}

async function wheel(page: Page, dx: number, dy: number): Promise<void> {
  await page.mouse.move(600, 450);
  for (let at = 0; at < STEPS; at += 1)
    await page.mouse.wheel(at < STEPS / 2 ? dx : -dx, at < STEPS / 2 ? dy : -dy);
}

async function zoom(page: Page): Promise<void> {
  await page.mouse.move(600, 450);
  await page.keyboard.down('Control');
  for (let at = 0; at < STEPS; at += 1) await page.mouse.wheel(0, at < STEPS / 2 ? 40 : -40);
  await page.keyboard.up('Control');
}

/** Selects a hundred blocks with a rectangle, then drags one of them back and forth. */
async function drag(page: Page): Promise<number[]> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await page.waitForTimeout(500); // the view moves there
  const box = async (id: string) => {
    const found = await page.locator(`.react-flow__node[data-id="${id}"]`).boundingBox();
    if (found === null) throw new Error(`${id} is not in the page`);
    return found;
  };
  const first = await box(`b${FIRST_DRAGGED}`);
  const last = await box(`b${FIRST_DRAGGED + DRAGGED - 1}`);
  await page.keyboard.down('Shift');
  await page.mouse.move(first.x - 4, first.y - 4);
  await page.mouse.down();
  await page.mouse.move(last.x + last.width + 2, last.y + last.height + 1, { steps: 10 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const selected = await page.locator('.react-flow__node.selected').count();
  if (selected < DRAGGED) throw new Error(`Only ${selected} blocks were selected`);
  const held = await box(`b${FIRST_DRAGGED + 25}`);
  await page.mouse.move(held.x + held.width / 2, held.y + 2);
  await page.mouse.down();
  const frames = await framesOf(page, 'drag', async () => {
    for (let at = 0; at < STEPS; at += 1) {
      const far = at < STEPS / 2 ? at : STEPS - at;
      await page.mouse.move(held.x + held.width / 2 + far * 3, held.y + 2 + far * 2);
    }
  });
  await page.mouse.up();
  return frames;
}
