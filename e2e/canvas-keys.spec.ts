import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { apiBlock } from './fixtures/api-block';
import {
  blockNamed as block,
  makeAuthor,
  openWorkflow,
  runToTheEnd,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'tabber';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const THREE: WrittenDocument = {
  blocks: { one: apiBlock('one', 0, 0), two: apiBlock('two', 330, 0), three: apiBlock('three', 660, 0) },
  edges: [
    { id: 'e1', source: 'one', target: 'two' },
    { id: 'e2', source: 'two', target: 'three' },
  ],
};

test('keys mean the selection, or the block that Tab led to; on a narrow window blocks stay in sight', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Keys', THREE);

  await test.step('blocks stay in sight when the window becomes narrow, and wide again', async () => {
    for (const name of ['one', 'two', 'three'])
      await expect(block(page, name)).toBeInViewport({ ratio: 0.99 });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(block(page, 'one')).toBeInViewport({ ratio: 0.99 });
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const name of ['one', 'two', 'three'])
      await expect(block(page, name)).toBeInViewport({ ratio: 0.99 });
  });

  await test.step('a selection is meant, also while another block has the focus', async () => {
    await block(page, 'one').click();
    await page.keyboard.press('Escape');
    await block(page, 'two').focus();
    await page.keyboard.press('Delete');
    await expect(block(page, 'one')).toHaveCount(0);
    await expect(block(page, 'two')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'one')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('.react-flow__node.selected')).toHaveCount(0);
  });

  await test.step('keys mean the block that Tab led to, while nothing is selected', async () => {
    const selected = page.locator('.react-flow__node.selected');
    await page.getByRole('region', { name: 'Canvas' }).focus();
    await page.keyboard.press('Tab');
    await expect(block(page, 'one')).toBeFocused();
    // The buttons at the block's ports come first.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(block(page, 'two')).toBeFocused();
    await expect(selected).toHaveCount(0);
    await page.keyboard.press('e');
    await expect(page.getByText('Disabled “two”')).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(selected).toHaveCount(0);
    await block(page, 'three').focus();
    await page.keyboard.press('Delete');
    await expect(block(page, 'three')).toHaveCount(0);

    await block(page, 'one').focus();
    await page.keyboard.press('ControlOrMeta+d');
    await expect(page.locator('.react-flow__node')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await block(page, 'one').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect
      .poll(async () => (await savedDocument(page, author, id)).blocks.one!.position!.y)
      .toBeGreaterThan(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await savedDocument(page, author, id)).blocks.one!.position!.y).toBe(0);
  });
});

test('a run is announced, and a part that is looked at is still there on a narrow window', async ({
  page,
}) => {
  const call = (id: string, x: number) => {
    return { id, type: 'function', name: id, position: { x, y: 0 }, config: { code: 'return 1' } };
  };
  await openWorkflow(page, author, 'Heard', {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      one: call('one', 330),
      far: call('far', 9_000),
    },
    edges: [
      { id: 'e1', source: 'start', target: 'one' },
      { id: 'e2', source: 'one', target: 'far' },
    ],
  });

  await test.step('a run is announced once when it starts and once when it ends', async () => {
    const heard = page.locator('[data-run-heard]');
    await expect(heard).toHaveText('');
    await heard.evaluate((region) => {
      const said: string[] = [];
      new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      Object.assign(window, { said });
    });
    await runToTheEnd(page);
    await expect(heard).toHaveText('Run succeeded. 3 blocks ran.');
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
    // The start of a run that ends at once may be replaced by its end before anybody could hear it.
    expect([
      ['Run started.', 'Run succeeded. 3 blocks ran.'],
      ['Run succeeded. 3 blocks ran.'],
    ]).toContainEqual(said);
    await expect(block(page, 'one').getByRole('status')).toHaveAttribute('aria-live', 'off');
    const run = page.getByRole('region', { name: 'Run', exact: true });
    await run.getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('a part of a workflow that is looked at is still there on a narrow window', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    await page.getByRole('dialog', { name: 'Find in the workflow' }).waitFor();
    await page.keyboard.type('far');
    await page.keyboard.press('Enter');
    await expect(block(page, 'far')).toBeInViewport();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(block(page, 'far')).toBeInViewport({ ratio: 0.99 });
  });
});
