import { expect, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { blockNamed as block, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'drafter';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

const ONE_BLOCK = {
  blocks: {
    a: {
      id: 'a',
      type: 'api',
      name: 'fetch',
      position: { x: 0, y: 0 },
      config: { url: 'https://example.com' },
    },
  },
  edges: [],
};

test('edits of a closed tab that never reached the server are there when the workflow opens again', async ({
  page,
  context,
}) => {
  await signIn(page, PERSON);
  const id = await openWorkflow(page, author, 'Left behind', ONE_BLOCK);
  // Requests that save it no longer arrive.
  await context.route('**/api/workflows/*/edits', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await block(page, 'fetch').click();
  await page.getByRole('combobox', { name: 'URL' }).fill('https://example.com/edited');
  await expect(page.getByTestId('save-state')).toHaveText('Offline');
  const address = page.url();

  const beside = await context.newPage();
  await beside.goto(address);
  await block(beside, 'fetch').click();
  await expect(beside.getByRole('combobox', { name: 'URL' })).toHaveText('https://example.com');
  await beside.close();

  // The page crashes: none of its handlers runs.
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
  await context.unrouteAll();
  const later = await context.newPage();
  await later.goto(address);
  await expect(later.getByText('Your unsaved changes were brought back.')).toBeVisible();
  await block(later, 'fetch').click();
  await expect(later.getByRole('combobox', { name: 'URL' })).toHaveText('https://example.com/edited');
  const { blocks } = await savedDocument(later, author, id);
  expect(blocks.a?.config).toMatchObject({ url: 'https://example.com/edited' });

  await later.reload();
  await expect(block(later, 'fetch')).toBeVisible();
  await expect(later.getByText('Your unsaved changes were brought back.')).toHaveCount(0);
});

test('what was typed last is there again when the tab was left at once', async ({ page, context }) => {
  await signIn(page, PERSON);
  await openWorkflow(page, author, 'Left at once', ONE_BLOCK);
  const address = page.url();
  await context.route('**/api/workflows/*/edits', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  page.on('dialog', (dialog) => void dialog.accept());
  await block(page, 'fetch').click();
  const url = page.getByRole('combobox', { name: 'URL' });
  await url.click();
  await page.keyboard.press('End');
  await page.keyboard.type('/last');
  await page.goto('about:blank');

  await context.unrouteAll();
  // Stored by this browser, or by the server after all: requests of an unloading page cannot be blocked.
  await page.goto(address);
  await block(page, 'fetch').click();
  await expect(url).toHaveText('https://example.com/last');
});
