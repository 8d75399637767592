import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, makeAuthor, openWorkflow, saved, signIn } from './fixtures/author';

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
      ...{ id: 'orders', type: 'api', name: 'orders', position: { x: 330, y: 0 } },
      config: { url: 'https://example.com/orders', headers },
    },
    answer: {
      ...{ id: 'answer', type: 'response', name: 'answer', position: { x: 4_000, y: 900 } },
      config: { body: '{"for": <start.order>, "from": <orders.data>}' },
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

test('what stands anywhere in a workflow is found, and choosing it opens its block there', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Searched', THREE);
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
  await expect(find.getByText('Nothing in this workflow has “no such words” in it.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('order');
  await expect(find.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'find in the workflow');
});

test('blocks and workflows are made from the command palette', async ({ page }) => {
  await openWorkflow(page, author, 'Commanded', THREE);
  await saved(page);
  await openPalette(page);
  await page.keyboard.type('add function');
  await page.keyboard.press('Enter');
  await saved(page);
  await expect(blockNamed(page, 'function')).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('new workflow');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New workflow' }).getByRole('textbox').fill('From the palette');
  await page.keyboard.press('Enter');
  await expect(blockNamed(page, 'orders')).toBeHidden();
  await expect(page).toHaveTitle(/From the palette/);
});
