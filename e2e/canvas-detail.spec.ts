import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import {
  blockNamed as block,
  makeAuthor,
  openWorkflow,
  runToTheEnd,
  saved,
  savedDocument,
  signIn,
} from './fixtures/author';
import { atRest, between, colourAt, drawnBelow, isNamed, zoomOutTo } from './fixtures/drawn-canvas';

const PERSON = 'mapper';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

/** Returns calls of the product's own demo endpoint, one after another, `perRow` in a row. */
function calls(count: number, perRow: number, start = { x: 0, y: 0 }): WrittenDocument {
  const ids = Array.from({ length: count }, (_, at) => `b${at}`);
  const blocks = ids.map((id, at) => ({
    id,
    name: id,
    type: at === 0 ? 'start' : 'api',
    position: { x: start.x + (at % perRow) * 256, y: start.y + Math.floor(at / perRow) * 160 },
    config:
      at === 0
        ? {}
        : {
            url: '{{MILLRACE_URL}}/api/demo/greetings',
            method: 'POST',
            body: { kind: 'json', value: `{"name": "${id}"}` },
          },
  }));
  return {
    blocks: Object.fromEntries(blocks.map((each) => [each.id, each])),
    edges: ids.slice(1).map((id, at) => ({ id: `e${at}`, source: ids[at]!, target: id })),
  };
}

test('near a block shows what it does, from afar its icon with the name below; a run moves none of it', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Details', calls(3, 3));

  await test.step('near a block shows what it does, farther off its name, from afar its icon', async () => {
    const one = block(page, 'b1');
    await page.getByRole('button', { name: /Show at 100 %/ }).click();
    await expect(one.getByText('POST /api/demo/greetings')).toBeVisible();
    await expect(one.getByText('API', { exact: true })).toBeVisible();
    await expect(one.getByText('On error')).toBeVisible();
    expect((await one.boundingBox())!.width).toBeCloseTo(184, 0);
    await zoomOutTo(page, 50);
    await expect(one.getByText('b1')).toBeVisible();
    await expect(one.getByText('POST /api/demo/greetings')).toHaveCount(0);
    await expect(one.locator('svg')).toBeVisible();
    await zoomOutTo(page, 25);
    await expect(one).toHaveText('');
    await expect(one.locator('svg')).toBeVisible();
    await expect(one.getByTitle('b1')).toBeVisible();
    for (const name of ['b0', 'b1', 'b2']) await expect.poll(() => isNamed(page, name)).toBe(true);
    await expectAccessible(page, 'a canvas from afar');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: /Show at 100 %/ }).click();
    await expect(page.locator('.flow-names')).toHaveCount(0);
  });

  await test.step('when a run ends nothing moves: its status and time have their place before', async () => {
    /** Returns the size of each block and the positions of its name, line, ports and buttons in it. */
    const places = () =>
      page.locator('.react-flow__node').evaluateAll((nodes) =>
        nodes.map((node) => {
          const own = node.getBoundingClientRect();
          const parts = node.querySelectorAll(
            '.font-medium, .flow-handle, li, [title^="POST"], [aria-label^="Add"]',
          );
          const placed = [...parts].map((part) => part.getBoundingClientRect());
          return [own, ...placed].map(({ x, y, width, height }) => [x - own.x, y - own.y, width, height]);
        }),
      );
    await atRest(page);
    const before = await places();
    expect(before[1]!.length).toBeGreaterThan(5);
    await runToTheEnd(page);
    await expect(block(page, 'b2').getByRole('status')).toContainText(/\d m?s/);
    expect(await places()).toEqual(before);
  });
});

/** Records which blocks on the canvas change from now on, except for positions, which React Flow sets. */
const noteChanges = (page: Page) =>
  page.evaluate(() => {
    const changed = new Set<string>();
    (window as unknown as { changedBlocks: Set<string> }).changedBlocks = changed;
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const node = element?.closest<HTMLElement>('.react-flow__node');
        if (node?.dataset.id !== undefined) changed.add(node.dataset.id);
      }
    }).observe(document.querySelector('.react-flow__nodes')!, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
const changedBlocks = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { changedBlocks: Set<string> }).changedBlocks]);

test('sixty blocks: an edit changes the one that it means, and from afar there are names, lines and ways', async ({
  page,
}) => {
  const document = calls(60, 8);
  const skipped = { id: 'z', type: 'response', name: 'z', position: { x: 256, y: -300 }, config: {} };
  const id = await openWorkflow(page, author, 'Sixty', {
    blocks: { ...document.blocks, z: skipped },
    edges: [...document.edges, { id: 'z', source: 'b10', sourceHandle: 'error', target: 'z' }],
  });

  await test.step('a key in a field and a drag change the one block that they mean', async () => {
    await page.getByRole('button', { name: /Show at 100 %/ }).click();
    await block(page, 'b1').click();
    await page.getByRole('combobox', { name: 'URL' }).click();
    await page.keyboard.press('ControlOrMeta+End');
    await saved(page);
    await noteChanges(page);
    await page.keyboard.type('x');
    await expect(block(page, 'b1')).toContainText('greetingsx');
    await saved(page);
    expect(await changedBlocks(page)).toEqual(['b1']);

    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Block name')).toBeHidden();
    const box = (await block(page, 'b9').boundingBox())!;
    await page.mouse.move(box.x + 60, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 70, box.y + 46, { steps: 3 });
    await noteChanges(page);
    await page.mouse.move(box.x + 90, box.y + 60, { steps: 6 });
    await expect.poll(() => changedBlocks(page)).toContain('b9');
    expect(await changedBlocks(page)).toEqual(['b9']);
    await page.mouse.up();
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'b1')).not.toContainText('greetingsx');
  });

  await test.step('the connections are there again after they were seen from afar', async () => {
    const edge = page.getByRole('group', { name: 'Connection from b0 to b1' });
    await expect(edge).toBeAttached();
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await zoomOutTo(page, 25);
    await expect(edge).toHaveCount(0);
    await page.getByRole('button', { name: /Show at 100 %/ }).click();
    await expect(block(page, 'b9')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Connection from b9 to b10' })).toBeAttached();
    // The block was first drawn from a distance.
    await expect(block(page, 'b43')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Connection from b42 to b43' })).toBeAttached();
  });

  await test.step('pinching over the tools doesn’t zoom the page', async () => {
    const isKept = page.getByRole('button', { name: 'Zoom to fit' }).evaluate((tool) => {
      const pinch = { ctrlKey: true, deltaY: 10, bubbles: true, cancelable: true };
      return !tool.dispatchEvent(new WheelEvent('wheel', pinch));
    });
    expect(await isKept).toBe(true);
  });

  await test.step('from afar names can be read in both themes, and go with the blocks', async () => {
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await zoomOutTo(page, 25);
    await expect.poll(() => isNamed(page, 'b34')).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(async () => (await drawnBelow(page, 'b34'))?.ground).toBeLessThan(80);
    await expect.poll(() => isNamed(page, 'b34')).toBe(true);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(async () => (await drawnBelow(page, 'b34'))?.ground).toBeGreaterThan(200);
    const before = (await block(page, 'b34').boundingBox())!;
    await page.mouse.move(before.x - 6, before.y - 3);
    await page.mouse.wheel(120, 60);
    await expect.poll(async () => (await block(page, 'b34').boundingBox())!.x).toBeLessThan(before.x - 30);
    await expect.poll(() => isNamed(page, 'b34')).toBe(true);
  });

  await test.step('the way that a run took is seen from afar, and a block is dragged there', async () => {
    await page.keyboard.press('1');
    await expect(block(page, 'b20')).toContainText('b20');
    const plain = await colourAt(page, await between(page, 'b3', 'b4'));
    await runToTheEnd(page);
    await page.keyboard.press('1');
    await zoomOutTo(page, 25);
    await expect(block(page, 'b20')).toHaveText('');
    await expect.poll(() => isNamed(page, 'b20')).toBe(true);
    const isGreen = async () => {
      const [red = 0, green = 0, blue = 0] = await colourAt(page, await between(page, 'b3', 'b4'));
      return green > red + 30 && green > blue + 10;
    };
    await expect.poll(isGreen).toBe(true);
    expect(plain[1]! - plain[0]!).toBeLessThan(20);
    const { x, y, width, height } = (await block(page, 'b20').boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    const before = (await savedDocument(page, author, id)).blocks.b20!.position!;
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height / 2 + 50, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(async () => (await savedDocument(page, author, id)).blocks.b20!.position!.x)
      .toBeGreaterThan(before.x + 40);
  });
});

test('a thousand blocks in one line fit a phone; near, only what is in sight is in the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openWorkflow(page, author, 'Long', calls(1000, 1000, { x: 5_000, y: 900 }));
  const nodes = page.locator('.react-flow__node');
  await expect(block(page, 'b0')).toBeInViewport({ ratio: 0.99 });
  expect(await nodes.count()).toBeLessThan(10);
  expect(await page.locator('.react-flow__edge').count()).toBeLessThan(10);
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  for (const name of ['b0', 'b500', 'b999']) await expect(block(page, name)).toBeInViewport();
  // A phone has no room for the zoom's number.
  const scale = await page
    .locator('.react-flow__viewport')
    .evaluate((view) => new DOMMatrix(view.style.transform).a);
  expect(scale).toBeLessThan(0.01);
  await page.keyboard.press('0');
  await expect.poll(() => nodes.count()).toBeLessThan(10);
});

test('a long line: its map leads anywhere, a failure far off is shown, and the view stays where somebody looks', async ({
  page,
}) => {
  const document = calls(60, 60);
  document.blocks.b50 = {
    ...document.blocks.b50!,
    config: { url: 'http://127.0.0.1:1/', retry: { max: 0 } },
  };
  await openWorkflow(page, author, 'Failed far off', document);
  const map = page.getByRole('img', { name: 'Map of the workflow' });
  const run = page.getByRole('region', { name: 'Run', exact: true });
  const pressMap = async (part: number) => {
    const { x, y, width, height } = (await map.boundingBox())!;
    await page.mouse.click(x + width * part, y + height / 2);
  };

  await test.step('the map goes where it is pressed', async () => {
    await expect(map).toBeVisible();
    await expect(block(page, 'b59')).toHaveCount(0);
    await pressMap(0.96);
    await expect(block(page, 'b59')).toBeInViewport();
    await expect(block(page, 'b0')).toHaveCount(0);
  });

  await test.step('the view stays where somebody looks when a panel opens after a failed run', async () => {
    await pressMap(0.04);
    await expect(block(page, 'b0')).toBeInViewport();
    await page.getByRole('button', { name: 'Run', exact: false }).first().click();
    await expect(run.getByText('Error', { exact: true }).first()).toBeVisible();
    await expect(block(page, 'b50')).toBeInViewport();
    // There is no space for the map above the run's result.
    await run.getByRole('button', { name: 'Close', exact: true }).click();
    await pressMap(0.04);
    await expect(block(page, 'b0')).toBeInViewport();
    await atRest(page);
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    await expect(page.getByRole('complementary', { name: 'Comments' })).toBeVisible();
    await atRest(page);
    await expect(block(page, 'b0')).toBeInViewport();
    await expect(block(page, 'b50')).toHaveCount(0);
  });

  await test.step('it opens where it was left, elsewhere at its start, though a block far off failed; the map stays hidden', async () => {
    await pressMap(0.96);
    await expect(block(page, 'b59')).toBeInViewport();
    const toggle = page.getByRole('button', { name: 'Show the map' });
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await toggle.click();
    await expect(map).toBeHidden();
    await page.reload();
    await expect(block(page, 'b59')).toBeInViewport();
    await expect(block(page, 'b0')).toHaveCount(0);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('millrace:view:')) localStorage.removeItem(key);
    });
    await page.reload();
    await expect(block(page, 'b0').getByTitle('Show this block’s last run')).toBeVisible();
    await expect(block(page, 'b0')).toBeInViewport({ ratio: 0.99 });
    await saved(page);
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await expect(map).toBeHidden();
    await page.getByRole('region', { name: 'Canvas' }).focus();
    await page.keyboard.press('m');
    await expect(map).toBeVisible();
  });
});
