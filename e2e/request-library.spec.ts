import { expect, type Page, test } from '@playwright/test';
import { POSTMAN } from '../lib/core/blocks/api/collections/testing/postman-collection';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'librarian';
let author: KeyHolder;

const EMPTY: WrittenDocument = {
  blocks: { s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
  edges: [],
};

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import' });

async function openImport(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('option', { name: /^Import requests/ }).click();
  await expect(dialogOf(page)).toBeVisible();
}

test('a collection is kept, its requests are found among the blocks, and it is renamed and deleted', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'From a collection', EMPTY);
  await openImport(page);
  const dialog = dialogOf(page);
  await dialog.getByRole('textbox', { name: 'Paste it here' }).fill(POSTMAN.text);
  await expect(dialog.getByRole('option', { name: /Refund an order/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save to library' }).click();
  await expect(page.getByText('Saved “Shop” with 5 requests')).toBeVisible();
  await dialog.getByRole('option', { name: /List orders/ }).click();
  await expect(blockNamed(page, 'List orders')).toBeVisible();

  await page.getByRole('button', { name: 'Close panel' }).click();
  await page.keyboard.press('/');
  await page.getByPlaceholder(/Add a block|What comes next/).fill('post sign-in');
  await page.getByRole('option', { name: /Sign in/ }).click();
  await expect(blockNamed(page, 'Sign in')).toBeVisible();
  const { blocks } = await savedDocument(page, author, id);
  const signedIn = Object.values(blocks).find(({ name }) => name === 'Sign in');
  expect(signedIn?.config).toMatchObject({
    method: 'POST',
    url: '{{BASE_URL}}/sign-in',
    body: { kind: 'form', rows: [{ key: 'user', value: 'ada lovelace' }, { enabled: false }] },
  });

  await page.getByRole('button', { name: 'Close panel' }).click();
  await openImport(page);
  await dialog.getByRole('radio', { name: 'From the library' }).click();
  const name = dialog.getByRole('textbox', { name: 'Name of “Shop”' });
  await name.fill('Orders of the shop');
  await name.press('Enter');
  await dialog.getByRole('button', { name: 'Open “Orders of the shop”' }).click();
  await expect(dialog.getByRole('option', { name: /Upload/ })).toBeVisible();
  await expectAccessible(page, 'the library');
});

test('an empty library says how to fill it; what is deleted is no longer among the blocks', async ({
  page,
}) => {
  const entries = [{ id: '0', label: 'GET https://old.example.com/things', description: 'Old things' }];
  await openWorkflow(page, author, 'Deleting', EMPTY);
  const kept = await page.request.post(`/api/workspaces/${author.workspaceId}/request-library`, {
    data: { name: 'Old', format: 'postman', text: '{}', entries },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(kept.status()).toBe(201);
  await page.reload();
  await expect(blockNamed(page, 'start')).toBeVisible();
  await openImport(page);
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: 'From the library' }).click();
  await dialog.getByRole('button', { name: 'Delete “Old”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Deleted “Old”')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete “Old”' })).toHaveCount(0);
});
