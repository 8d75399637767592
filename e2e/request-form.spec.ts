import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { blockNamed, makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'requester';
const TOKEN = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(async ({ page, context }) => {
  upstream = await startUpstream((_, response) => response.end('{"ok": true}'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, PERSON);
});

test.afterEach(() => upstream.stop());

const START = { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } };
const LONE_START: WrittenDocument = { blocks: { s: START }, edges: [] };

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await page.keyboard.press('ControlOrMeta+v');
}

/** Returns the server's config of the block with this name, once everything is saved. */
async function savedConfig(page: Page, id: string, name: string): Promise<Record<string, unknown>> {
  const { blocks } = await savedDocument(page, author, id);
  const found = Object.values(blocks).find((each) => each.name === name);
  return { ...found?.config };
}

test('a pasted curl command becomes a block, its token a variable, and the run sends both', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Pasted', LONE_START);
  await openBlock(page, 'start');
  await paste(
    page,
    `curl '${UPSTREAM}/charges?limit=3' -H 'Authorization: Bearer ${TOKEN}' --json '{"amount": 100}'`,
  );
  await expect(page.getByRole('group', { name: 'Connection from start to charges' })).toBeAttached();

  const move = page.getByRole('button', { name: 'Move token to a variable' });
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const words = page.locator('[data-sonner-toast]').filter({ has: move }).locator('[data-title]');
  await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(220);
  await page.setViewportSize(size);

  await move.click();
  const name = page.getByRole('dialog').getByLabel('Name of the variable');
  await name.fill('CHARGES_KEY');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Moved to {{CHARGES_KEY}}')).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await savedConfig(page, id, 'charges')))
    .toContain('Bearer {{CHARGES_KEY}}');
  expect(await savedConfig(page, id, 'charges')).toMatchObject({
    url: `${UPSTREAM}/charges`,
    method: 'POST',
    params: [{ key: 'limit', value: '3', enabled: true }],
    body: { kind: 'json' },
  });

  const run = await author.call<{ status: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  expect(run.body.status).toBe('success');
  expect(upstream.received.map(({ line }) => line)).toEqual(['POST /charges?limit=3']);
  expect(upstream.received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);

  await test.step('an import is one step back', async () => {
    await openBlock(page, 'start');
    await paste(page, `curl ${UPSTREAM}/users -d a=1`);
    await expect(blockNamed(page, 'users')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(blockNamed(page, 'users')).toHaveCount(0);
  });
});

test('a query typed into the URL becomes rows, path names get theirs, and text edits them all', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Rows', {
    blocks: {
      s: START,
      a: { id: 'a', type: 'api', name: 'find', position: { x: 330, y: 0 }, config: { url: '' } },
    },
    edges: [{ id: 'e1', source: 's', target: 'a' }],
  });
  await openBlock(page, 'find');
  await page.getByLabel('URL', { exact: true }).click();
  await page.keyboard.type(`${UPSTREAM}/users/:id?sort=name&q=a%20b`);
  await page.getByLabel('Path parameters: id').click();
  await page.keyboard.type('7/8');
  await expect
    .poll(async () => (await savedConfig(page, id, 'find')).pathParams)
    .toMatchObject([{ key: 'id', value: '7/8' }]);
  expect(await savedConfig(page, id, 'find')).toMatchObject({
    url: `${UPSTREAM}/users/:id`,
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
  expect(upstream.received.map(({ line }) => line)).toEqual(['GET /users/7%2F8?q=a%20b&q=c']);
});
