import { expect, type Locator, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import {
  blockNamed as block,
  makeAuthor,
  openWorkflow,
  saved,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'looper';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const NAMES = '["Ada", "Grace", "Alan"]';

/** Start, followed by a call that greets the item of a loop; it is not inside a loop yet. */
const greeting = (at: { x: number; y: number }, edges: WrittenDocument['edges'] = []): WrittenDocument => ({
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    greet: {
      id: 'greet',
      type: 'api',
      name: 'greet',
      position: at,
      config: {
        url: '{{MILLRACE_URL}}/api/demo/greetings',
        method: 'POST',
        body: { kind: 'json', value: '{"name": "<loop.item>"}' },
      },
    },
  },
  edges,
});

const withLoop = (document: WrittenDocument): WrittenDocument => ({
  blocks: {
    ...document.blocks,
    each: {
      id: 'each',
      type: 'loop',
      name: 'each',
      position: { x: 330, y: 0 },
      size: { width: 460, height: 300 },
      config: { items: NAMES },
    },
  },
  edges: [...document.edges, { id: 'e1', source: 'start', target: 'each' }],
});

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = (await locator.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until everything is visible and still, and the panel of an open block is closed. */
async function showAll(page: Page, ...shown: Locator[]): Promise<void> {
  await expect(page.locator('[data-block-form]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  for (const one of shown) await one.hover({ trial: true });
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.up();
}

async function runThrough(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByText('Success', { exact: true })).toBeVisible();
  return run;
}

const parentOf = async (page: Page, id: string, blockId = 'greet') =>
  (await savedDocument(page, author, id)).blocks[blockId]?.parentId;

test('with the mouse: a loop, a block dragged into it, a run with its iterations, and a way back', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'By mouse', greeting({ x: 330, y: 420 }));
  await page.getByRole('button', { name: 'Add a block after start' }).click();
  await page.getByPlaceholder('What comes next?').fill('loop');
  await page.getByRole('option', { name: /^Loop/ }).click();
  await page.getByRole('textbox', { name: 'Items' }).click();
  await page.keyboard.type(NAMES);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const frame = block(page, 'loop1');
  await showAll(page, frame, block(page, 'greet'));
  await expect(frame.getByText('Drop blocks here')).toBeVisible();

  const inside = await middleOf(frame);
  await drag(page, await middleOf(block(page, 'greet')), { x: inside.x, y: inside.y + 10 });
  await expect(page.getByText('Moved “greet” into “loop1”')).toBeVisible();
  const { blocks } = await savedDocument(page, author, id);
  const loop = Object.values(blocks).find(({ type }) => type === 'loop')!;
  expect(blocks.greet?.parentId).toBe(loop.id);

  const run = await runThrough(page);
  await expect(frame.getByText('3 iterations')).toBeVisible();
  await expect(block(page, 'greet').getByText('Ran 3 times')).toBeAttached();
  await run.getByRole('button', { name: /^loop1 3 iterations/ }).click();
  await run.getByRole('button', { name: /^Iteration 2/ }).click();
  await run.getByRole('button', { name: /^greet/ }).click();
  const panel = page.locator('[data-block-form]');
  await expect(panel.getByText('Grace').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Next iteration' }).click();
  await expect(panel.getByText('Alan').first()).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().click();

  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await page.getByRole('region', { name: 'Canvas' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => parentOf(page, id)).toBeUndefined();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(() => parentOf(page, id)).toBe(loop.id);

  await page.reload();
  await saved(page);
  const [around, member] = [await frame.boundingBox(), await block(page, 'greet').boundingBox()];
  expect(member!.x).toBeGreaterThan(around!.x);
  expect(member!.x + member!.width).toBeLessThan(around!.x + around!.width);
  expect(member!.y + member!.height).toBeLessThan(around!.y + around!.height);
});

test('with the keyboard: a loop, a block moved into it and out again by its menu', async ({ page }) => {
  const id = await openWorkflow(page, author, 'By keyboard', greeting({ x: 330, y: 420 }));

  await test.step('a frame that comes late takes no focus from a menu opened meanwhile', async () => {
    await page.evaluate(() => {
      const held: FrameRequestCallback[] = [];
      const frames = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (draw) => held.push(draw);
      const release = () => {
        window.requestAnimationFrame = frames;
        for (const draw of held.splice(0)) draw(performance.now());
      };
      window.addEventListener('frames-released', release, { once: true });
    });
    await block(page, 'greet').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'More actions for this block' }).press('Enter');
    const item = page.getByRole('menuitem', { name: 'Duplicate' });
    await item.focus();
    await page.evaluate(() => window.dispatchEvent(new Event('frames-released')));
    await expect(item).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(item).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('a loop is added, and a block moved into it and out again', async () => {
    await block(page, 'start').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByPlaceholder(/What comes next|Add a block/).fill('loop');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Items' }).focus();
    await page.keyboard.type(NAMES);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    const choose = async (item: string) => {
      await block(page, 'greet').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'More actions for this block' }).press('Enter');
      // Not `press` on the item: the menu closes on keydown, and then there is no element for the keyup.
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
    };
    await choose('Move into “loop1”');
    await expect.poll(() => parentOf(page, id)).toBeDefined();
    // Follows its container in the focus order.
    const order = await page
      .locator('.react-flow__node')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label')));
    expect(order).toEqual(['start, start block', 'loop1, loop block', 'greet, api block in loop1']);
    const run = await runThrough(page);
    await run.getByRole('button', { name: /^loop1 3 iterations/ }).press('Enter');
    await expect(run.getByRole('button', { name: /^Iteration 3/ })).toBeVisible();

    await choose('Take out of “loop1”');
    await expect.poll(() => parentOf(page, id)).toBeUndefined();
  });
});

test('a block is dragged into a container, which is collapsed, deleted and brought back', async ({
  page,
}) => {
  const edges = [{ id: 'e0', source: 'start', target: 'greet' }];
  const id = await openWorkflow(page, author, 'Crossing', withLoop(greeting({ x: 330, y: 420 }, edges)));

  await test.step('connections across a frame are refused; moving a block in removes its own in one step', async () => {
    const inside = await middleOf(block(page, 'each'));
    await drag(page, await middleOf(block(page, 'greet')), { x: inside.x, y: inside.y + 20 });
    await expect(page.getByText(/Moved “greet” into “each”; removed 1 connection/)).toBeVisible();
    expect((await savedDocument(page, author, id)).edges.map((edge) => edge.id)).toEqual(['e1']);

    await drag(page, await middleOf(page.getByLabel('Out of start')), await middleOf(block(page, 'greet')));
    await expect(page.getByText(/“greet” is inside “each” and “start” is not/)).toBeVisible();

    await page.getByRole('region', { name: 'Canvas' }).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect
      .poll(async () => (await savedDocument(page, author, id)).edges.map((edge) => edge.id))
      .toEqual(['e0', 'e1']);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => parentOf(page, id)).toBe('each');
  });

  await test.step('a collapsed container stays so, is deleted with what lies in it, and Undo brings all back', async () => {
    await page.getByRole('button', { name: 'Collapse each' }).click();
    await expect(block(page, 'greet')).toBeHidden();
    await page.reload();
    await saved(page);
    await expect(page.getByRole('button', { name: 'Expand each' })).toBeVisible();
    await expect(block(page, 'greet')).toBeHidden();
    await page.getByRole('button', { name: 'Expand each' }).click();
    await expect(block(page, 'greet')).toBeVisible();

    await block(page, 'each').click({ position: { x: 120, y: 20 } });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect(page.getByText('Deleted 2 blocks')).toBeVisible();
    await expect
      .poll(async () => Object.keys((await savedDocument(page, author, id)).blocks))
      .toEqual(['start']);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => parentOf(page, id)).toBe('each');
  });
});
