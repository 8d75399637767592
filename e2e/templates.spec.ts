import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, makeAuthor, openWorkflow, saved, signIn } from './fixtures/author';

const PERSON = 'beginner';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const openList = (page: Page) => page.goto(`/w/${author.workspaceId}`);

const gallery = (page: Page) => page.getByRole('dialog', { name: 'Start from a template' });
const templates = (page: Page) =>
  gallery(page).getByRole('list', { name: 'Templates' }).getByRole('listitem');

async function problemsOf(page: Page): Promise<string[]> {
  await saved(page);
  return page.getByRole('button', { name: /problem/ }).allTextContents();
}

test('a template is found, what it lacks is asked for by name, and it opens ready to run', async ({
  page,
}) => {
  await openList(page);
  await page.getByRole('button', { name: 'From a template' }).click();
  await expect(templates(page)).toHaveCount(20);
  await gallery(page).getByLabel('Search templates').fill('approval order');
  await expect(templates(page)).toHaveCount(1);
  await gallery(page)
    .getByRole('button', { name: /Approve before it is sent/ })
    .click();
  const form = page.getByRole('dialog', { name: 'Approve before it is sent' });
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Approve before it is sent');
  await form.getByLabel('Name', { exact: true }).fill('Orders to approve');
  await form.getByLabel('ORDERS_URL').fill('https://orders.example.com');
  await form.getByLabel('ORDERS_TOKEN').fill('a-token-of-orders');
  await form.getByLabel('CHAT_WEBHOOK_URL').fill('https://chat.example.com/hook');
  await form.getByRole('button', { name: 'Create workflow' }).click();
  await expect(blockNamed(page, 'ask')).toBeVisible();
  expect(await problemsOf(page)).toEqual([]);

  const { body } = await author.call<{ data: Array<{ name: string; plain: boolean; value: string }> }>(
    'GET',
    `/api/v1/workspaces/${author.workspaceId}/variables`,
  );
  const made = Object.fromEntries(body.data.map(({ name, plain, value }) => [name, { plain, value }]));
  expect(made).toMatchObject({
    ORDERS_URL: { plain: true, value: 'https://orders.example.com' },
    ORDERS_TOKEN: { plain: false, value: null },
    CHAT_WEBHOOK_URL: { plain: false, value: null },
  });
});

test('from the command palette: variables that are there are used, and a second workflow is made', async ({
  page,
}) => {
  await author.call('PUT', `/api/v1/workspaces/${author.workspaceId}/variables/USERS_URL`, {
    value: 'https://users.example.com',
    plain: true,
  });
  await openList(page);
  await page.getByRole('heading', { name: 'Workflows' }).waitFor();
  await expect(page.getByRole('button', { name: 'From a template' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Search for pages and commands…').fill('from a template');
  await page.keyboard.press('Enter');
  await gallery(page).getByLabel('Search templates').fill('sub-workflow');
  await gallery(page)
    .getByRole('button', { name: /Call a workflow for each item/ })
    .click();
  const form = page.getByRole('dialog', { name: 'Call a workflow for each item' });
  await expect(form.getByText('USERS_URL exists already and will be used.')).toBeVisible();
  await expect(form.getByLabel('USERS_URL')).toHaveCount(0);
  await form.getByLabel('MAIL_URL').fill('https://mail.example.com');
  await form.getByRole('button', { name: 'Create workflow' }).click();
  await expect(blockNamed(page, 'welcome')).toBeVisible();
  expect(await problemsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Workflows', exact: true }).first().click();
  await expect(page.getByRole('main').getByRole('link', { name: /Welcome one user/ })).toBeVisible();
});

test('an empty canvas is filled, in one step that can be undone', async ({ page }) => {
  await openWorkflow(page, author, 'Still empty', { blocks: {}, edges: [] });
  await page.getByRole('button', { name: 'From a template' }).click();
  await gallery(page)
    .getByRole('button', { name: /Ask several services at once/ })
    .click();
  const form = page.getByRole('dialog', { name: 'Ask several services at once' });
  await expect(form.getByLabel('CUSTOMER_API_URL')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toHaveCount(0);
  await form.getByRole('button', { name: 'Use this template' }).click();
  await expect(blockNamed(page, 'profile')).toBeVisible();
  await saved(page);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('Start with a block')).toBeVisible();
});

test('the gallery and a template: no violation, also where nothing fits and on a narrow screen', async ({
  page,
}) => {
  await openList(page);
  await page.getByRole('button', { name: 'New workflow' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'From a template' }).click();
  await expect(templates(page)).toHaveCount(20);
  await gallery(page).getByLabel('Search templates').fill('no such thing');
  await expect(gallery(page).getByText('No results')).toBeVisible();
  await gallery(page).getByLabel('Search templates').fill('');
  await expectAccessible(page, 'templates');
  await gallery(page)
    .getByRole('button', { name: /Request with an OAuth connection/ })
    .click();
  const form = page.getByRole('dialog', { name: 'Request with an OAuth connection' });
  await expect(form.getByLabel('CALENDAR_URL')).toBeVisible();
  await expectAccessible(page, 'a template');
});
