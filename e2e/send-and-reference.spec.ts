import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { type KeyHolder, keyHolder, type WrittenDocument } from './fixtures/api';
import { bootstrap } from './fixtures/product';

const PERSON = 'sender';
const PASSWORD = 'correct horse battery';
const upstreamPort = Number(process.env.E2E_UPSTREAM_PORT);
const upstream = `http://127.0.0.1:${upstreamPort}`;
let author: KeyHolder;
let server: Server;
let received: string[] = [];

test.beforeAll(async ({ baseURL }) => {
  const account = await bootstrap({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR }, PERSON);
  author = keyHolder({ url: baseURL! }, account);
});

test.beforeEach(async ({ page }) => {
  received = [];
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/slow')) return; // Until the other side hangs up.
    response.end(JSON.stringify({ items: [{ id: 42, title: 'First' }], asked: request.url }));
  }).listen(upstreamPort, '127.0.0.1');
  await once(server, 'listening');
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(`${PERSON}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/w\//);
});

test.afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const LINE: WrittenDocument = {
  blocks: {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'page', type: 'string', default: '1' }] },
    },
    a: {
      id: 'a',
      type: 'api',
      name: 'list',
      position: { x: 330, y: 0 },
      config: { url: `${upstream}/items?page=<start.page>` },
    },
    b: {
      id: 'b',
      type: 'api',
      name: 'detail',
      position: { x: 660, y: 0 },
      config: { url: `${upstream}/items/` },
    },
  },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'b' },
  ],
};

async function openWorkflow(page: Page, document: WrittenDocument): Promise<string> {
  const id = await author.createWorkflow('Send and reference', document);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await saved(page);
  return id;
}

const saved = (page: Page) => expect(page.getByTestId('save-state')).toHaveText('Saved');
const block = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });
const dock = (page: Page, name: string) => page.getByRole('region', { name: `${name} alone` });
const address = (page: Page) => page.getByRole('combobox', { name: 'URL' });

async function runToTheEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  await expect(page.getByRole('region', { name: 'Run', exact: true }).getByText('Succeeded')).toBeVisible();
}

test('a block is sent alone, a value of its answer goes into the next block, and renaming keeps it right', async ({
  page,
}) => {
  const id = await openWorkflow(page, LINE);
  await block(page, 'list').click();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const list = dock(page, 'list');
  await expect(list.getByText('200 OK')).toBeVisible();
  await list.getByRole('tab', { name: 'Samples' }).click();
  await list.getByRole('button', { name: 'Fill in its shape' }).click();
  await list.getByRole('textbox', { name: 'Sample of start' }).fill('{"page": "7"}');
  await list.getByRole('button', { name: 'Send' }).click();
  await expect(list.getByText('200 OK')).toBeVisible();
  expect(received).toEqual(['GET /items?page=1', 'GET /items?page=7']);

  await block(page, 'detail').click();
  await address(page).press('End');
  await list.getByRole('textbox', { name: 'Search in Answer' }).fill('42');
  await list.getByRole('button', { name: '42', exact: true }).click();
  await expect(address(page)).toHaveText(`${upstream}/items/<list.data.items[0].id>`);
  await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0);

  await saved(page);
  received = [];
  await runToTheEnd(page);
  expect(received).toEqual(['GET /items?page=1', 'GET /items/42']);

  await block(page, 'list').click();
  await page.getByLabel('Block name').fill('All items');
  await page.keyboard.press('Enter');
  await block(page, 'detail').click();
  await expect(address(page)).toHaveText(`${upstream}/items/<allitems.data.items[0].id>`);
  await saved(page);
  received = [];
  await runToTheEnd(page);
  expect(received).toEqual(['GET /items?page=1', 'GET /items/42']);
  const { body } = await author.call<{ data: { document: WrittenDocument } }>(
    'GET',
    `/api/v1/workflows/${id}`,
  );
  expect(body.data.document.blocks.b?.config).toMatchObject({
    url: `${upstream}/items/<allitems.data.items[0].id>`,
  });
});

test('completion offers what came last time, a chip says what it stands for and what is wrong with it', async ({
  page,
}) => {
  await openWorkflow(page, LINE);
  await runToTheEnd(page);
  await block(page, 'detail').click();
  await address(page).press('End');
  await page.keyboard.type('<list.data.items[0].');
  await expect(page.getByRole('option', { name: /title.*First/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(address(page)).toHaveText(`${upstream}/items/<list.data.items[0].title>`);
  await expect(page.getByText('First', { exact: true })).toBeVisible();

  await page.keyboard.press('Backspace');
  await expect(address(page)).toHaveText(`${upstream}/items/<list.data.items[0].title`);
  await page.keyboard.type('s>');
  await expect(address(page)).toHaveAccessibleDescription(/had no “titles”; it had id, title/);

  await page.keyboard.press('ControlOrMeta+z');
  await expect(address(page)).toHaveText(`${upstream}/items/`);
});

test('a send that takes too long is cancelled, and the other side hears of it', async ({ page }) => {
  const blocks = { ...LINE.blocks, a: { ...LINE.blocks.a, config: { url: `${upstream}/slow` } } };
  await openWorkflow(page, { ...LINE, blocks });
  const hungUp = new Promise<void>((resolve) => {
    server.once('request', (_, response) => response.once('close', resolve));
  });
  await block(page, 'list').click();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect.poll(() => received).toEqual(['GET /slow']);
  await expect(dock(page, 'list').getByText('Waiting for the answer…')).toBeVisible();
  await dock(page, 'list').getByRole('button', { name: 'Cancel' }).click();
  await hungUp;
  await expect(dock(page, 'list').getByText('Cancelled')).toBeVisible();
});
