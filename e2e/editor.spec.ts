import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import {
  blockNamed as block,
  makeAuthor,
  openWorkflow,
  saved,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'editor';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(({ page }) => signIn(page, PERSON));

const EMPTY: WrittenDocument = { blocks: {}, edges: [] };
const LINE: WrittenDocument = {
  blocks: {
    a: {
      id: 'a',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'name', type: 'string', required: true }] },
    },
    b: {
      id: 'b',
      type: 'api',
      name: 'greet',
      position: { x: 330, y: 0 },
      config: {
        url: '{{MILLRACE_URL}}/api/demo/greetings',
        method: 'POST',
        body: { kind: 'json', value: '{"name": "<start.name>"}' },
      },
    },
    c: {
      id: 'c',
      type: 'response',
      name: 'answer',
      position: { x: 660, y: 0 },
      config: { body: '<greet.data.greeting>' },
    },
  },
  edges: [
    { id: 'e1', source: 'a', target: 'b' },
    { id: 'e2', source: 'b', target: 'c' },
  ],
};

const connection = (page: Page, from: string, to: string) =>
  page.getByRole('group', { name: `Connection from ${from} to ${to}` });

test('a workflow is built by keyboard from an empty canvas, and a reload keeps it', async ({ page }) => {
  const id = await openWorkflow(page, author, 'From nothing', EMPTY);
  await page.getByRole('button', { name: 'Add Start' }).click();
  await page.getByRole('button', { name: 'Add an input' }).click();
  await page.getByLabel('Name of input 1').fill('city');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.getByPlaceholder('What comes next?').fill('request');
  await page.keyboard.press('Enter');
  await expect(connection(page, 'start', 'api')).toBeAttached();

  const url = page.getByRole('combobox', { name: 'URL' });
  await url.pressSequentially('https://example.com/<ci');
  await expect(page.getByRole('option', { name: /start\.city/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(url).toHaveText('https://example.com/<start.city>');
  await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0);

  const { blocks, edges } = await savedDocument(page, author, id);
  expect(Object.values(blocks).map((each) => each.type)).toEqual(expect.arrayContaining(['start', 'api']));
  expect(edges).toHaveLength(1);
  await page.reload();
  await block(page, 'api').click();
  await expect(url).toHaveText('https://example.com/<start.city>');
});

test('blocks are connected and renamed, and their fields are filled and left by keyboard', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Line', { ...LINE, edges: [LINE.edges[0]!] });

  await test.step('a connection is drawn from block to block; one that can’t be says why', async () => {
    await block(page, 'greet').getByLabel('Out of greet').dragTo(block(page, 'answer'));
    await expect(connection(page, 'greet', 'answer')).toBeAttached();
    await block(page, 'greet').getByLabel('On error', { exact: true }).dragTo(block(page, 'start'));
    await expect(page.getByText('“start” starts the run; no block can come before it.')).toBeVisible();
    expect((await savedDocument(page, author, id)).edges).toHaveLength(2);

    await block(page, 'greet').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect(connection(page, 'start', 'answer')).toBeAttached();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'greet')).toBeVisible();
    await expect(connection(page, 'greet', 'answer')).toBeAttached();
    await page.keyboard.press('Escape');
  });

  await test.step('a block connected to itself is refused in words', async () => {
    const greet = block(page, 'greet');
    await greet.getByLabel('On error', { exact: true }).dragTo(greet.getByLabel('Into greet'));
    await expect(page.getByText('A block can’t be connected to itself.')).toBeVisible();
    expect((await savedDocument(page, author, id)).edges).toHaveLength(2);
  });

  await test.step('Escape leaves a field, and only then closes the panel', async () => {
    await block(page, 'greet').click();
    const url = page.getByRole('combobox', { name: 'URL' });
    await url.click();
    await expect(url).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(url).not.toBeFocused();
    await expect(url).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(url).toHaveCount(0);
  });

  await test.step('header names are suggested as a combobox says them', async () => {
    await block(page, 'greet').click();
    await page.getByRole('tab', { name: 'Headers' }).click();
    const key = page.getByLabel('Headers row 1 key', { exact: true });
    await key.pressSequentially('acc');
    const list = page.getByRole('listbox', { name: 'Suggestions for Headers row 1 key' });
    await expect(key).toHaveRole('combobox');
    await expect(key).toHaveAttribute('aria-expanded', 'true');
    await expect(key).not.toHaveAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    const chosen = list.getByRole('option', { selected: true });
    const name = (await chosen.textContent()) ?? '';
    await expect(key).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
    await page.keyboard.press('Enter');
    await expect(list).toBeHidden();
    await expect(key).not.toHaveAttribute('aria-expanded', 'true');
    await expect
      .poll(async () => (await savedDocument(page, author, id)).blocks.b?.config)
      .toMatchObject({ headers: [{ key: name }] });
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(key).toHaveCount(0);
  });

  await test.step('renaming a block rewrites its references, in one step back', async () => {
    await block(page, 'greet').click();
    const name = page.getByLabel('Block name');
    await name.fill('start');
    await page.keyboard.press('Enter');
    await expect(page.getByText('“start” already uses this name')).toBeVisible();
    await name.fill('welcome');
    await page.keyboard.press('Enter');
    await expect(block(page, 'welcome')).toBeVisible();
    expect((await savedDocument(page, author, id)).blocks.c?.config).toMatchObject({
      body: '<welcome.data.greeting>',
    });

    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'greet')).toBeVisible();
    expect((await savedDocument(page, author, id)).blocks.c?.config).toMatchObject({
      body: '<greet.data.greeting>',
    });
  });
});

test('two tabs that edit the same workflow lose nothing', async ({ page, context }) => {
  const id = await openWorkflow(page, author, 'Two tabs', LINE);
  const other = await context.newPage();
  await other.goto(page.url());
  await saved(other);
  await block(page, 'greet').click();
  await page.getByRole('combobox', { name: 'URL' }).fill('https://example.com/mine');
  await expect
    .poll(async () => (await savedDocument(page, author, id)).blocks.b?.config)
    .toMatchObject({
      url: 'https://example.com/mine',
    });

  await block(other, 'answer').click();
  await other.getByLabel('Status').fill('201');
  const { blocks } = await savedDocument(other, author, id);
  expect(blocks.b?.config).toMatchObject({ url: 'https://example.com/mine' });
  expect(blocks.c?.config).toMatchObject({ status: '201' });
});

test('a run shows each block’s result and leads to its log', async ({ page }) => {
  await openWorkflow(page, author, 'Running', LINE);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('dialog').getByLabel('name').fill('Grace');
  await page.keyboard.press('Enter');
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByText('Success', { exact: true })).toBeVisible();
  await expect(run).toContainText('Grace');
  for (const name of ['start', 'greet', 'answer'])
    await expect(block(page, name).getByRole('status')).toContainText('Success');
  await block(page, 'greet').getByTitle('Show this block’s last run').click();
  await expect(page.getByRole('tree', { name: 'Output', exact: true })).toContainText('Grace');
  const edge = run.getByRole('separator', { name: 'Height of this panel' });
  await edge.press('Home');
  await expect(edge).toHaveAttribute('aria-valuenow', '120');
  expect((await run.boundingBox())?.height).toBeLessThanOrEqual(120);
  await page.reload();
  // Runs with the last input.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(run.getByText('Success', { exact: true })).toBeVisible();
  await expect(edge).toHaveAttribute('aria-valuenow', '120');
  await run.getByRole('link', { name: 'Open log' }).click();
  await expect(page).toHaveURL(/\/logs\?.*log=/);
});

test('a field that is missing because an earlier block failed leads to that block', async ({ page }) => {
  const api = LINE.blocks.b as { config: object };
  const failing = {
    ...LINE.blocks,
    a: { ...LINE.blocks.a, config: {} },
    b: { ...api, config: { ...api.config, body: { kind: 'json', value: '{"name": 1}' } } },
    c: { ...LINE.blocks.c, config: { body: '<greet.data.greeting.text>' } },
  };
  await openWorkflow(page, author, 'Failed before', { ...LINE, blocks: failing });
  await page.keyboard.press('ControlOrMeta+Enter');
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run).toContainText('“greet” failed before: ');
  await run.getByRole('button', { name: 'Show “greet”' }).click();
  await expect(page.getByLabel('Block name')).toHaveValue('greet');
});

test('a workflow that is not there leads to those that are', async ({ page }) => {
  await page.goto(`/w/${author.workspaceId}/workflows/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByRole('heading', { name: 'Workflow not found' })).toBeVisible();
  await page.getByRole('link', { name: 'All workflows' }).click();
  await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
});
