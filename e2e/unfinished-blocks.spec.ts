import { expect, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
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

const PERSON = 'beginner';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

test('a new block is not born red: what is missing is said once one has been there', async ({ page }) => {
  await openWorkflow(page, author, 'Unfinished', {
    blocks: { s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
    edges: [],
  });
  await blockNamed(page, 'start').click();
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('What comes next?')).toBeFocused();
  await page.keyboard.type('agent');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Block name')).toHaveValue('agent');
  const form = page.locator('[data-block-form]');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'System prompt' }).click();
  await expect(form.getByRole('alert')).toHaveText([/^Enter the API key/, 'Enter the name of a model.']);
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  await expect(page.getByRole('button', { name: '3 problems', exact: true })).toBeVisible();
});

test('on a narrow screen undo and Publish are in a menu', async ({ page }) => {
  await openWorkflow(page, author, 'Narrow', {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      r: { id: 'r', type: 'response', name: 'answer', position: { x: 330, y: 0 } },
    },
    edges: [{ id: 'e', source: 's', target: 'r' }],
  });
  await blockNamed(page, 'answer').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(blockNamed(page, 'answer')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const menu = page.getByRole('button', { name: 'More for this workflow' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Undo: Delete' }).click();
  await expect(blockNamed(page, 'answer')).toHaveCount(1);
  await saved(page);
  await menu.click();
  await expectAccessible(page, 'the menu of a narrow bar', [390]);
  await page.getByRole('menuitem', { name: 'Publish…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Version 1 is live.')).toBeVisible();

  await test.step('a new trigger stands under Start in sight, and leads on from the list of problems', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Add a block', exact: true }).click();
    await page.keyboard.type('webhook');
    await expect(page.getByRole('option', { name: 'Webhook', selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Block name')).toHaveValue('webhook');
    const boxOf = async (name: string) => (await blockNamed(page, name).boundingBox())!;
    await expect(blockNamed(page, 'webhook')).toBeInViewport({ ratio: 1 });
    const [start, webhook] = [await boxOf('start'), await boxOf('webhook')];
    expect(Math.abs(webhook.x - start.x)).toBeLessThan(2);
    expect(webhook.y).toBeGreaterThan(start.y);
    await page.getByRole('button', { name: 'Close panel' }).click();
    await page.getByRole('button', { name: /^\d+ problems?$/ }).click();
    const problems = page.getByRole('list', { name: 'Problems' });
    await expect(problems).toContainText('"webhook" starts runs in which nothing happens');
    await problems.getByRole('button', { name: 'Connect to…' }).click();
    await page.getByRole('option', { name: /^answer/ }).click();
    await expect(page.getByRole('group', { name: 'Connection from webhook to answer' })).toBeAttached();
    await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0);
  });
});

test('methods are pressed and dates are picked', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Chosen', {
    blocks: {
      h: { id: 'h', type: 'webhook-trigger', name: 'hook', position: { x: 0, y: 0 } },
      t: { id: 't', type: 'schedule-trigger', name: 'nightly', position: { x: 0, y: 160 } },
      r: { id: 'r', type: 'response', name: 'answer', position: { x: 330, y: 0 } },
    },
    edges: [
      { id: 'e1', source: 'h', target: 'r' },
      { id: 'e2', source: 't', target: 'r' },
    ],
  });
  await openBlock(page, 'hook');
  const methods = page.getByRole('group', { name: 'Methods' });
  await expect(methods.getByRole('button', { name: 'POST' })).toHaveAttribute('aria-pressed', 'true');
  await methods.getByRole('button', { name: 'GET' }).click();
  await openBlock(page, 'nightly');
  await page.getByLabel('Starting at').fill('2026-12-24T09:00');
  const { blocks } = await savedDocument(page, author, id);
  expect([blocks.h?.config, blocks.t?.config]).toMatchObject([
    { methods: 'GET, POST' },
    { from: '2026-12-24T09:00' },
  ]);
});

test('what helps with a narrow field takes the whole width of its line', async ({ page }) => {
  const pause = { id: 'w', type: 'wait', name: 'pause', position: { x: 0, y: 0 } };
  await openWorkflow(page, author, 'Helped', { blocks: { w: pause }, edges: [] });
  await openBlock(page, 'pause');
  const help = page.getByText('Waiting uses no resources.', { exact: false });
  const line = page.locator('[data-form-line]').filter({ has: help });
  const [whole, taken] = [(await line.boundingBox())!, (await help.boundingBox())!];
  expect(taken.width).toBeGreaterThan(whole.width * 0.9);
});

test('what is wrong with a reference is put right from the list of problems, and can be undone', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Mended', {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      b: {
        id: 'b',
        type: 'api',
        name: 'call',
        position: { x: 330, y: 0 },
        config: { url: 'https://h.example' },
      },
      r: {
        id: 'r',
        type: 'response',
        name: 'answer',
        position: { x: 660, y: 0 },
        config: { body: '<call.data.1st> <call.dta> <call.data.a!b> <answer.body>' },
      },
    },
    edges: [
      { id: 'e', source: 's', target: 'b' },
      { id: 'f', source: 'b', target: 'r' },
    ],
  });
  await page.getByRole('button', { name: '4 problems', exact: true }).click();
  const problems = page.getByRole('list', { name: 'Problems' });
  const fixes = [
    "Write <call.data['1st']>",
    'Use <call.data>',
    "Use <call.data['a!b']>",
    'Remove <answer.body>',
  ];
  for (const name of fixes) await expect(problems.getByRole('button', { name, exact: true })).toBeVisible();
  for (const name of fixes) await problems.getByRole('button', { name, exact: true }).click();
  const body = async () => (await savedDocument(page, author, id)).blocks.r?.config?.body;
  await expect.poll(body).toBe("<call.data['1st']> <call.data> <call.data['a!b']> ");
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Canvas' }).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(body).toContain('<answer.body>');
});
