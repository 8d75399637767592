import { expect, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { alive, blockNamed, makeAuthor, openWorkflow, saved, signIn } from './fixtures/author';
import { button, expectGivenBack, expectHeld, isFocused } from './fixtures/held-focus';

/** The steps of `dialogs.spec.ts` for templates, pins, compared runs and versions. */
const PERSON = 'dialogs-of-runs';
let author: KeyHolder;

test.describe.configure({ timeout: patient(240_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const home = () => `/w/${author.workspaceId}`;
const answering = (body: string): WrittenDocument => ({
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    answer: { id: 'answer', type: 'response', name: 'answer', position: { x: 330, y: 0 }, config: { body } },
  },
  edges: [{ id: 'e', source: 'start', target: 'answer' }],
});

test('templates: the gallery and the form of one hold the focus, and it is given back', async ({ page }) => {
  await page.goto(home());
  const opener = button(page, 'From a template');
  await expect(opener).toBeVisible();
  await alive(page);
  const gallery = page.getByRole('dialog', { name: 'Start from a template' });
  await expectHeld(page, opener, gallery);
  await expectGivenBack(page, opener, gallery);

  await opener.press('Enter');
  await gallery.getByLabel('Search templates').fill('approval order');
  await gallery.getByRole('button', { name: /Approve before it is sent/ }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Approve before it is sent' });
  await expect.poll(() => isFocused(form)).toBe(true);
  await expectGivenBack(page, opener, page.getByRole('dialog'));
});

test('the editor of a pin holds the focus, gives it back, and Ctrl+Enter saves it', async ({ page }) => {
  await openWorkflow(page, author, 'Pinned', answering('1'));
  await blockNamed(page, 'answer').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin typed output…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pinned output of “answer”' });
  const json = dialog.getByRole('textbox', { name: 'Output as JSON' });
  await expect(dialog.locator('[aria-busy]')).toHaveCount(0);
  await json.fill('{"status": 200, "headers": {}, "body": "pinned"}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toHaveCount(0);
  const badge = blockNamed(page, 'answer').getByRole('button', { name: /^Pinned: runs in the editor/ });
  await expect(badge).toBeVisible();
  await expectHeld(page, badge, dialog);
  await expectGivenBack(page, badge, dialog);
});

test('choosing what a run is compared with takes the focus and gives it back', async ({ page }) => {
  const id = await author.createWorkflow('Compared', answering('1'));
  const run = async () =>
    (await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, { input: {} })).body
      .logId;
  const first = await run();
  const second = await run();
  await page.goto(`${home()}/logs/${second}`);
  const opener = button(page, 'Compare with…');
  await expect(opener).toBeVisible();
  await alive(page);
  await opener.press('Enter');
  await page.getByRole('menuitem', { name: 'Another run by its ID…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare with another run' });
  await expect(dialog.getByLabel('Log id or address')).toBeFocused();
  await expectGivenBack(page, opener, dialog);
  await opener.press('Enter');
  await page.getByRole('menuitem', { name: 'Another run by its ID…' }).press('Enter');
  await expect(dialog.getByLabel('Log id or address')).toBeFocused();
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`compare\\?a=${first}&b=${second}`));
  for (const label of ['First run', 'Second run']) {
    // A popover closes when the focus leaves it: it does not trap the focus.
    const choice = page.getByRole('dialog', { name: label });
    await button(page, new RegExp(`^${label}:`)).press('Enter');
    await expect.poll(() => isFocused(choice)).toBe(true);
    await expectGivenBack(page, button(page, new RegExp(`^${label}:`)), choice);
  }
});

async function publishByKeys(page: Page, number: number): Promise<void> {
  await button(page, 'Publish').press('Enter');
  await expect(page.getByLabel('Note')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(`Version ${number} is live.`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('questions of a version hold the focus over its sheet, and Ctrl+Enter answers them', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Rolled back', answering('1'));
  await publishByKeys(page, 1);
  await author.call('PUT', `/api/v1/workflows/${id}`, { document: answering('2') });
  await page.reload();
  await saved(page);
  await publishByKeys(page, 2);
  await button(page, /^Versions/).press('Enter');
  await button(page, 'Open version 1').press('Enter');
  const question = page.getByRole('alertdialog');
  for (const name of ['Restore to draft', 'Roll back to this version']) {
    const opener = page.getByRole('dialog').getByRole('button', { name, exact: true });
    await expect(opener).toBeVisible();
    await expectHeld(page, opener, question);
    await expectGivenBack(page, opener, question);
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back to this version' }).press('Enter');
  await expect.poll(() => isFocused(question)).toBe(true);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(question).toHaveCount(0);
  await expect(page.getByText('Version 1 is live.')).toBeVisible();
});
