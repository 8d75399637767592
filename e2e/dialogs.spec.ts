import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder } from './fixtures/api';
import { alive, makeAuthor, openBlock, saved, savedDocument, signIn } from './fixtures/author';
import { button, expectGivenBack, expectHolding, isFocused } from './fixtures/held-focus';

/** Every dialog, popover and panel takes the focus, keeps it, returns it and is submitted by keys. */
const PERSON = 'dialogs';
const SECRET = 'sk_live_51H8abcdefghijklmnop';
let author: KeyHolder;
let workflowId: string;

test.describe.configure({ timeout: patient(240_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  workflowId = await author.createWorkflow('Focused', {
    blocks: {
      a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      b: {
        id: 'b',
        type: 'api',
        name: 'call',
        position: { x: 330, y: 0 },
        config: { url: 'https://h.example' },
      },
      c: {
        id: 'c',
        type: 'response',
        name: 'answer',
        position: { x: 660, y: 0 },
        config: { body: '<gone.x>' },
      },
    },
    edges: [
      { id: 'e1', source: 'a', target: 'b' },
      { id: 'e2', source: 'b', target: 'c' },
    ],
  });
  await author.call('POST', `/api/v1/workflows/${workflowId}/executions`, { input: {} });
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const home = () => `/w/${author.workspaceId}`;

test('filters and views of the logs take the focus and give it back', async ({ page }) => {
  await page.goto(`${home()}/logs`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await alive(page);
  const layer = page.getByRole('dialog');
  for (const name of ['Trigger', 'Workflow', 'Duration', 'Model', 'Dates']) {
    const opener = page.getByRole('search').getByRole('button', { name: 'Filter', exact: true });
    await opener.press('Enter');
    await layer.getByRole('button', { name, exact: true }).press('Enter');
    await expect(layer.getByRole('button', { name, exact: true })).toHaveCount(0);
    await expect.poll(() => isFocused(layer)).toBe(true);
    await expectGivenBack(page, opener, layer);
  }
});

test('a token that is moved out of a pasted command: keys go into the dialog, and Enter submits it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await author.createWorkflow('Pasted', {
    blocks: {
      a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      b: { id: 'b', type: 'api', name: 'call', position: { x: 330, y: 0 } },
    },
    edges: [{ id: 'e', source: 'a', target: 'b' }],
  });
  await page.goto(`${home()}/workflows/${id}`);
  await saved(page);
  await openBlock(page, 'call');
  const command = `curl https://pay.example/charges -H 'Authorization: Bearer ${SECRET}'`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), command);
  await page.getByRole('combobox', { name: 'URL' }).click();
  await page.keyboard.press('ControlOrMeta+v');
  await page.getByRole('button', { name: 'Move token to a variable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move the token to a variable' });
  const name = dialog.getByLabel('Name of the variable');
  await expect(name).toBeFocused();
  await name.selectText();
  await page.keyboard.type('PAY_TOKEN');
  await expect(name).toHaveValue('PAY_TOKEN');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const { blocks } = await savedDocument(page, author, id);
  expect(blocks.b?.config).toMatchObject({ url: 'https://pay.example/charges' });
  expect(JSON.stringify(blocks.b?.config)).toContain('{{PAY_TOKEN}}');
  expect(JSON.stringify(blocks.b?.config)).not.toContain(SECRET);
});

test('dialogs of the list hold the focus and give it back; Ctrl+Enter answers a question', async ({
  page,
}) => {
  await author.createWorkflow('Submitted', { blocks: {}, edges: [] });
  await page.goto(home());
  await expect(button(page, 'New workflow')).toBeVisible();
  await alive(page);

  await test.step('they hold the focus and give it back', async () => {
    for (const name of ['New workflow', 'New folder', /^Search/])
      await expectHolding(page, name, page.getByRole('dialog'));
    const actions = button(page, 'Actions for Focused');
    for (const [item, role] of [
      ['Rename', 'dialog'],
      ['Delete…', 'alertdialog'],
    ] as const) {
      await actions.press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
      const layer = page.getByRole(role);
      await expect.poll(() => isFocused(layer)).toBe(true);
      await expectGivenBack(page, actions, layer);
    }
  });

  await test.step('Ctrl+Enter answers a question', async () => {
    const actions = button(page, 'Actions for Submitted');
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Delete workflow' })).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(question).toHaveCount(0);
    await expect(page.getByText('Deleted “Submitted”')).toBeVisible();
  });
});

test('dialogs, popovers and sheets of the editor hold the focus and give it back', async ({ page }) => {
  await page.goto(`${home()}/workflows/${workflowId}`);
  await saved(page);

  await test.step('those that a button opens', async () => {
    const dialog = page.getByRole('dialog');
    await expect(button(page, /problem/)).toBeVisible();
    for (const name of [
      'Publish',
      'Workflow settings',
      'Call from code',
      'Add a block',
      /^Versions/,
      'Webhooks',
    ])
      await expectHolding(page, name, dialog);
    // A popover closes when the focus leaves it: it does not trap the focus.
    const problems = button(page, /problem/);
    await problems.press('Enter');
    await expect.poll(() => isFocused(dialog)).toBe(true);
    await expectGivenBack(page, problems, dialog);
    // A panel beside the canvas, which stays usable.
    await button(page, 'Comments').press('Enter');
    const comments = page.getByRole('complementary', { name: 'Comments' });
    await expect.poll(() => isFocused(comments)).toBe(true);
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(comments).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await expect(page.locator('.workflow-canvas')).toBeFocused();
  });

  await test.step('what a key opens over the canvas, to which it is given back', async () => {
    const canvas = page.locator('.workflow-canvas');
    for (const [key, name] of [
      ['/', 'Add a block'],
      ['ControlOrMeta+f', 'Find in the workflow'],
      ['ControlOrMeta+k', 'Command palette'],
      ['?', 'Keyboard shortcuts'],
    ] as const) {
      await canvas.focus();
      await page.keyboard.press(key);
      const layer = page.getByRole('dialog', { name });
      await expect(layer).toBeVisible();
      await expect.poll(() => isFocused(layer)).toBe(true);
      await expectGivenBack(page, canvas, layer);
    }
  });

  await test.step('Ctrl+Enter submits from a note', async () => {
    await button(page, 'Publish').press('Enter');
    await expect(page.getByLabel('Note')).toBeFocused();
    await page.keyboard.type('By keys');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('Version 1 is live.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('dialogs of the settings hold the focus and give it back; Enter submits from a checkbox', async ({
  page,
}) => {
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await page.goto(`${home()}/settings/profile`);
  await alive(page);

  await test.step('they hold the focus and give it back', async () => {
    for (const [section, name] of [
      ['variables', 'New variable'],
      ['connections', 'New connection'],
      ['alerts', 'New alert'],
      ['budgets', 'New budget'],
      ['members', 'Invite'],
      ['model-prices', 'New price'],
      ['general', 'Delete workspace…'],
      ['api-keys', 'New key'],
    ] as const) {
      await settings.locator(`a[href$="/settings/${section}"]`).click();
      await expect(button(page, name)).toBeVisible();
      await expectHolding(page, name, page.getByRole('dialog'));
    }
  });

  await test.step('Enter submits from a checkbox', async () => {
    await button(page, 'New key').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await page.getByLabel('Name', { exact: true }).fill('By a checkbox');
    const box = dialog.getByRole('checkbox').first();
    await box.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'API key “By a checkbox” created' })).toBeVisible();
  });
});
