import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { apiBlock } from './fixtures/api-block';
import { expectAccessible } from './fixtures/audit-page';
import {
  alive,
  blockNamed as block,
  makeAuthor,
  openWorkflow,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'locker';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const TWO: WrittenDocument = {
  blocks: { one: apiBlock('one', 0, 0), two: apiBlock('two', 330, 0) },
  edges: [{ id: 'e1', source: 'one', target: 'two' }],
};

async function drag(page: Page, name: string): Promise<void> {
  const box = (await block(page, name).boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 180, { steps: 6 });
  await page.mouse.up();
}

test('a locked canvas keeps its blocks in place, and is shown as it was left', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Locked', TWO);
  const tools = page.getByRole('toolbar', { name: 'View' });
  const lock = tools.getByRole('button', { name: 'Lock the canvas' });
  const zoom = tools.getByRole('button', { name: /^Zoom is/ });

  await test.step('nothing is moved or deleted by hand, and what is selected can be read', async () => {
    await lock.click();
    await expect(lock).toHaveAttribute('aria-pressed', 'true');
    await drag(page, 'one');
    await block(page, 'two').click();
    await expect(page.getByLabel('Block name')).toHaveValue('two');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect(page.getByText('The canvas is locked.', { exact: false })).toBeVisible();
    await page.keyboard.press('Shift+L');
    const { blocks } = await savedDocument(page, author, id);
    expect([blocks.one?.position, blocks.two?.position]).toEqual([
      { x: 0, y: 0 },
      { x: 330, y: 0 },
    ]);
  });

  await test.step('zoom and lock are there when the workflow is opened again', async () => {
    await tools.getByRole('button', { name: 'Zoom out' }).click();
    await tools.getByRole('button', { name: 'Zoom out' }).click();
    // The view is kept once the movement has ended.
    const keptZoom = () =>
      page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').zoom, `millrace:view:${id}`);
    await expect.poll(keptZoom).toBeCloseTo(1 / 1.2 / 1.2);
    await page.reload();
    await alive(page);
    await expect(zoom).toHaveText('69 %');
    await expect(lock).toHaveAttribute('aria-pressed', 'true');
    await lock.click();
    await drag(page, 'one');
    await expect
      .poll(async () => (await savedDocument(page, author, id)).blocks.one?.position?.y)
      .toBeGreaterThan(40);
  });

  await test.step('the tools stay on a screen of 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    const box = (await tools.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
    for (const button of await tools.getByRole('button').all()) {
      const own = await button.boundingBox();
      if (own !== null) expect(own.x + own.width).toBeLessThanOrEqual(320);
    }
    await expectAccessible(page, 'a canvas of 320 pixels');
  });
});
