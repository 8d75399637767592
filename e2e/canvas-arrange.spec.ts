import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { apiBlock } from './fixtures/api-block';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed as block, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'arranger';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const SCATTERED: WrittenDocument = {
  blocks: { one: apiBlock('one', 0, 0), two: apiBlock('two', 350, 60), three: apiBlock('three', 800, 20) },
  edges: [
    { id: 'e1', source: 'one', target: 'two' },
    { id: 'e2', source: 'two', target: 'three' },
  ],
};

async function places(page: Page, id: string, axis: 'x' | 'y'): Promise<number[]> {
  const { blocks } = await savedDocument(page, author, id);
  return ['one', 'two', 'three'].map((name) => blocks[name]!.position![axis]);
}

test('blocks are pasted from the menu of the ground, put in line, and selected by dragging', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await openWorkflow(page, author, 'Arranged', SCATTERED);
  const selected = page.locator('.react-flow__node.selected');

  await test.step('the menu of the ground pastes where it was opened, and selects all', async () => {
    await block(page, 'one').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+c');
    const box = (await block(page, 'one').boundingBox())!;
    await page.mouse.click(box.x + 40, box.y + 300, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Paste here' }).click();
    await expect(selected).toHaveCount(1);
    const at = (await selected.boundingBox())!;
    expect(Math.abs(at.x - box.x - 40)).toBeLessThan(12);
    expect(Math.abs(at.y - box.y - 300)).toBeLessThan(12);

    await page.mouse.click(box.x + 40, box.y + 500, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Select all' }).click();
    await expect(selected).toHaveCount(4);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.locator('.react-flow__node')).toHaveCount(3);
  });

  await test.step('selected blocks are put in line from their menu, and tidied up alone', async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await block(page, 'two').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Align' }).press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Align top edges' }).press('Enter');
    await expect.poll(() => places(page, id, 'y')).toEqual([0, 0, 0]);

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.type('same space between col');
    await page.keyboard.press('Enter');
    await expect.poll(() => places(page, id, 'x')).toEqual([0, 400, 800]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => places(page, id, 'x')).toEqual([0, 350, 800]);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => places(page, id, 'y')).toEqual([0, 60, 20]);
    await page.keyboard.press('Escape');
    await expect(selected).toHaveCount(0);
  });

  await test.step('with “Select by dragging” a drag over empty ground selects, without it the view moves', async () => {
    const tool = page.getByRole('button', { name: 'Select by dragging' });
    await tool.click();
    await expect(tool).toHaveAttribute('aria-pressed', 'true');
    const [first, last] = [
      (await block(page, 'one').boundingBox())!,
      (await block(page, 'two').boundingBox())!,
    ];
    const drag = async () => {
      await page.mouse.move(first.x - 20, first.y - 20);
      await page.mouse.down();
      await page.mouse.move(last.x + 60, last.y + last.height + 20, { steps: 6 });
      await page.mouse.up();
    };
    await drag();
    await expect(selected).toHaveCount(2);
    expect((await block(page, 'one').boundingBox())!.x).toBe(first.x);

    await page.mouse.move(last.x + 20, last.y + 30);
    await page.mouse.down();
    await page.mouse.move(last.x + 20, last.y + 130, { steps: 6 });
    await page.mouse.up();
    for (const [name, from] of [
      ['one', first],
      ['two', last],
    ] as const)
      expect((await block(page, name).boundingBox())!.y).toBeGreaterThan(from.y);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await block(page, 'two').boundingBox())!.y).toBe(last.y);
    await drag();
    await expect(selected).toHaveCount(2);
    await page.mouse.click(last.x + 20, last.y + 30);
    await expect(selected).toHaveCount(1);
    await page.keyboard.press('Escape');

    await page.mouse.click(first.x - 20, first.y - 20);
    await tool.click();
    await drag();
    await expect(selected).toHaveCount(0);
    expect((await block(page, 'one').boundingBox())!.x).not.toBe(first.x);
    await page.mouse.click(first.x - 20, first.y - 20, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Zoom to fit' }).waitFor();
    await expectAccessible(page, 'the menu of the canvas');
  });
});

test('a long press opens the menu and nothing else; a narrow screen has buttons to undo and redo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openWorkflow(page, author, 'Held', SCATTERED);
  await block(page, 'one').dispatchEvent('pointerdown', { pointerType: 'touch', button: 0 });
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await block(page, 'one').dispatchEvent('click');
  await expect(menu).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Block name' })).toBeHidden();
  await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.locator('.react-flow__node')).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.react-flow__node')).toHaveCount(3);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.locator('.react-flow__node')).toHaveCount(4);
});
