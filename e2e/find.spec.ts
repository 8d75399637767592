import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import {
  blockNamed,
  makeAuthor,
  openBlock,
  openWorkflow,
  saved,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'finder';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const headers = [{ key: 'X-Order', value: '<start.order>', enabled: true }];
const THREE: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    orders: {
      id: 'orders',
      type: 'api',
      name: 'orders',
      position: { x: 330, y: 0 },
      config: { url: 'https://example.com/orders', headers },
    },
    answer: {
      id: 'answer',
      type: 'response',
      name: 'answer',
      position: { x: 4_000, y: 900 },
      config: { body: '{"for": <start.order>, "from": <orders.data>, "key": "{{ORDERS_KEY}}"}' },
    },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'orders' },
    { id: 'e2', source: 'orders', target: 'answer' },
  ],
};

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
}

test('what stands in a workflow is found, counted and replaced', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Searched', THREE);

  await test.step('a variable that is missing is created from the list of problems', async () => {
    await page.getByRole('button', { name: '1 problem', exact: true }).click();
    await page.getByRole('button', { name: 'Create ORDERS_KEY' }).click();
    const dialog = page.getByRole('dialog', { name: /variable/i });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('ORDERS_KEY');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('what stands anywhere in a workflow is found, and choosing it opens its block there', async () => {
    await blockNamed(page, 'orders').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+f');
    const find = page.getByRole('dialog', { name: 'Find in the workflow' });
    await expect(find).toBeVisible();
    await page.keyboard.type('X-order');
    await expect(find.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(find).toBeHidden();
    const panel = page.getByRole('complementary');
    await expect(panel.getByRole('tab', { name: /Headers/, selected: true })).toBeVisible();

    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await blockNamed(page, 'start').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Find references to it' }).click();
    await expect(find.getByRole('option')).toHaveCount(2);
    await find.getByRole('option', { name: /answer/ }).click();
    await expect(blockNamed(page, 'answer')).toBeInViewport();

    await openPalette(page);
    await page.keyboard.type('find in the');
    await page.keyboard.press('Enter');
    await expect(find).toBeVisible();
    await page.keyboard.type('no such words');
    await expect(find.getByText('No results for “no such words”.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('order');
    await expect(find.getByRole('option').first()).toBeVisible();
    await expectAccessible(page, 'find in the workflow');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
  });

  await test.step('what is found is counted, and a reference is replaced everywhere in one step', async () => {
    await openBlock(page, 'orders');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+f');
    const find = page.getByRole('dialog', { name: 'Find in the workflow' });
    await find.waitFor();
    await page.keyboard.type('<start.order>');
    await expect(find.getByText('2 results in 2 blocks')).toBeVisible();
    await find.getByRole('textbox', { name: 'Replace with' }).fill('<start.number>');
    await expectAccessible(page, 'find and replace');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Enter');
    await expect(find).toBeHidden();
    await expect(page.getByText('Replaced 2 occurrences in 2 blocks')).toBeVisible();
    const config = async (block: string) => (await savedDocument(page, author, id)).blocks[block]!.config;
    expect(await config('answer')).toMatchObject({
      body: '{"for": <start.number>, "from": <orders.data>, "key": "{{ORDERS_KEY}}"}',
    });
    expect(await config('orders')).toMatchObject({ headers: [{ ...headers[0], value: '<start.number>' }] });
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => config('orders')).toMatchObject({ headers });
    expect(await config('answer')).toMatchObject({
      body: '{"for": <start.order>, "from": <orders.data>, "key": "{{ORDERS_KEY}}"}',
    });
  });
});

test('keys, references and the command palette lead to blocks, and make them', async ({ page }) => {
  await openWorkflow(page, author, 'Led', THREE);

  await test.step('keys lead back to the block before, and forward again', async () => {
    const name = page.getByLabel('Block name');
    await blockNamed(page, 'start').click();
    await expect(name).toHaveValue('start');
    await blockNamed(page, 'orders').click();
    await expect(name).toHaveValue('orders');
    await blockNamed(page, 'orders').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await expect(name).toHaveValue('start');
    await expect(blockNamed(page, 'start')).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await expect(name).toHaveValue('orders');
    await expect(blockNamed(page, 'orders')).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('a reference leads to the block that it names: by F12, by a click with Ctrl, by its tooltip', async () => {
    const panel = page.getByRole('complementary');
    const openAnswer = async () => {
      await page.keyboard.press('ControlOrMeta+f');
      await page.getByRole('dialog', { name: 'Find in the workflow' }).waitFor();
      await page.keyboard.type('answer');
      await page.keyboard.press('Enter');
      await expect(panel.getByRole('textbox', { name: 'Block name' })).toHaveValue('answer');
      // The block has the focus once the dialog is closed; an earlier click would lose it again.
      await expect(blockNamed(page, 'answer')).toBeFocused();
    };
    const isAt = async (name: string) => {
      await expect(panel.getByRole('textbox', { name: 'Block name' })).toHaveValue(name);
      await expect(blockNamed(page, name)).toBeInViewport();
    };
    const chip = panel.locator('.ref-chip', { hasText: 'orders.data' });
    await blockNamed(page, 'orders').click();
    await page.keyboard.press('Escape');
    await openAnswer();
    await chip.click({ modifiers: ['ControlOrMeta'] });
    await isAt('orders');
    await blockNamed(page, 'orders').press('Escape');
    await openAnswer();
    await chip.click({ position: { x: 2, y: 5 } });
    await page.keyboard.press('F12');
    await isAt('orders');
    await blockNamed(page, 'orders').press('Escape');
    await openAnswer();
    await chip.click({ position: { x: 2, y: 5 } });
    await page.getByText('Go to “orders”').click();
    await isAt('orders');
  });

  await test.step('blocks and workflows are made from the command palette', async () => {
    await saved(page);
    await openPalette(page);
    await page.keyboard.type('add function');
    await page.keyboard.press('Enter');
    await saved(page);
    await expect(blockNamed(page, 'function')).toBeVisible();

    await openPalette(page);
    await page.keyboard.type('new');
    const best = page.getByRole('option', { name: 'New workflow', exact: true });
    await expect(best).toHaveAttribute('aria-selected', 'true');
    await expect(best).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New workflow' }).getByRole('textbox').fill('From the palette');
    await page.keyboard.press('Enter');
    await expect(blockNamed(page, 'orders')).toBeHidden();
    await expect(page).toHaveTitle(/From the palette/);
  });
});
