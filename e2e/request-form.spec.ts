import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { type KeyHolder, keyHolder, type WrittenDocument } from './fixtures/api';
import { bootstrap } from './fixtures/product';

const PERSON = 'requester';
const PASSWORD = 'correct horse battery';
const TOKEN = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
const upstreamPort = Number(process.env.E2E_UPSTREAM_PORT);
const upstream = `http://127.0.0.1:${upstreamPort}`;
let author: KeyHolder;
let server: Server;
let received: Array<{ line: string; headers: IncomingHttpHeaders }> = [];

test.beforeAll(async ({ baseURL }) => {
  const account = await bootstrap({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR }, PERSON);
  author = keyHolder({ url: baseURL! }, account);
});

test.beforeEach(async ({ page, context }) => {
  received = [];
  server = createServer((request, response) => {
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    response.setHeader('content-type', 'application/json');
    response.end('{"ok": true}');
  }).listen(upstreamPort, '127.0.0.1');
  await once(server, 'listening');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
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

const START = { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } };
const LONE_START: WrittenDocument = { blocks: { s: START }, edges: [] };

const saveState = (page: Page) => page.getByTestId('save-state');
const block = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });

async function openWorkflow(page: Page, name: string, document: WrittenDocument): Promise<string> {
  const id = await author.createWorkflow(name, document);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await expect(saveState(page)).toHaveText('Saved');
  return id;
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await page.keyboard.press('ControlOrMeta+v');
}

/** The config of the block called so, as the server has it, once everything is saved. */
async function savedConfig(page: Page, id: string, name: string): Promise<Record<string, unknown>> {
  await expect(saveState(page)).toHaveText('Saved');
  const { body } = await author.call<{ data: { document: WrittenDocument } }>(
    'GET',
    `/api/v1/workflows/${id}`,
  );
  const found = Object.values(body.data.document.blocks).find((each) => each.name === name);
  return { ...found?.config };
}

test('a pasted curl command becomes a block, its token a variable, and the run sends both', async ({
  page,
}) => {
  const id = await openWorkflow(page, 'Pasted', LONE_START);
  await block(page, 'start').click();
  await paste(
    page,
    `curl '${upstream}/charges?limit=3' -H 'Authorization: Bearer ${TOKEN}' --json '{"amount": 100}'`,
  );
  await expect(page.getByRole('group', { name: 'Connection from start to charges' })).toBeAttached();

  await page.getByRole('button', { name: 'Move token to a variable' }).click();
  const name = page.getByRole('dialog').getByLabel('Name of the variable');
  await name.fill('CHARGES_KEY');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Moved to {{CHARGES_KEY}}')).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await savedConfig(page, id, 'charges')))
    .toContain('Bearer {{CHARGES_KEY}}');
  expect(await savedConfig(page, id, 'charges')).toMatchObject({
    url: `${upstream}/charges`,
    method: 'POST',
    params: [{ key: 'limit', value: '3', enabled: true }],
    body: { kind: 'json' },
  });

  const run = await author.call<{ status: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  expect(run.body.status).toBe('success');
  expect(received.map(({ line }) => line)).toEqual(['POST /charges?limit=3']);
  expect(received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

test('an import is one step back', async ({ page }) => {
  await openWorkflow(page, 'Back', LONE_START);
  await block(page, 'start').click();
  await paste(page, `curl ${upstream}/users -d a=1`);
  await expect(block(page, 'users')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(block(page, 'users')).toHaveCount(0);
});

test('a query typed into the URL becomes rows, path names get theirs, and text edits them all', async ({
  page,
}) => {
  const id = await openWorkflow(page, 'Rows', {
    blocks: {
      s: START,
      a: { id: 'a', type: 'api', name: 'find', position: { x: 330, y: 0 }, config: { url: '' } },
    },
    edges: [{ id: 'e1', source: 's', target: 'a' }],
  });
  await block(page, 'find').click();
  await page.getByLabel('URL', { exact: true }).click();
  await page.keyboard.type(`${upstream}/users/:id?sort=name&q=a%20b`);
  await page.getByLabel('Path parameters: id').click();
  await page.keyboard.type('7/8');
  await expect
    .poll(async () => (await savedConfig(page, id, 'find')).pathParams)
    .toMatchObject([{ key: 'id', value: '7/8' }]);
  expect(await savedConfig(page, id, 'find')).toMatchObject({
    url: `${upstream}/users/:id`,
    params: [
      { key: 'sort', value: 'name' },
      { key: 'q', value: 'a b' },
    ],
  });

  await page.getByRole('button', { name: 'Edit as text' }).click();
  const text = page.getByLabel('Query parameters as text');
  await expect(text).toHaveValue('sort: name\nq: a b');
  await text.fill('# sort: name\nq: a b\nq: c');
  await expect.poll(async () => (await savedConfig(page, id, 'find')).params).toHaveLength(3);

  await author.call('POST', `/api/v1/workflows/${id}/executions`, { input: {} });
  expect(received.map(({ line }) => line)).toEqual(['GET /users/7%2F8?q=a%20b&q=c']);
});
