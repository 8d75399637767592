import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, makeAuthor, openWorkflow, saved, signIn } from './fixtures/author';
import { UPSTREAM } from './fixtures/upstream';

/** Pins of several blocks, of several people, and those that cannot be stored. No request is sent. */
const PERSON = 'pins-at-once';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const api = (id: string, x: number) => ({
  id,
  type: 'api',
  name: id,
  position: { x, y: 0 },
  config: { url: `${UPSTREAM}/${id}` },
});
const LINE: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    first: api('first', 330),
    second: api('second', 660),
  },
  edges: [
    { id: 'e1', source: 'start', target: 'first' },
    { id: 'e2', source: 'first', target: 'second' },
  ],
};

const badge = (page: Page, name: string) =>
  blockNamed(page, name).getByRole('button', { name: /^Pinned: runs in the editor/ });
const json = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Output as JSON' });

async function openPin(page: Page, name: string): Promise<void> {
  await blockNamed(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^(Pin typed|Edit pinned) output…/ }).click();
  await expect(page.getByRole('dialog', { name: `Pinned output of “${name}”` })).toBeVisible();
  await expect(page.locator('[role=dialog] [aria-busy]')).toHaveCount(0);
}

async function pinTyped(page: Page, name: string, text: string): Promise<void> {
  await openPin(page, name);
  await json(page).fill(text);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Pin|Save)$/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(badge(page, name)).toBeVisible();
}

test('what can’t be pinned is refused where it is typed, and stays there', async ({ page }) => {
  await openWorkflow(page, author, 'Refused', LINE);
  await openPin(page, 'first');
  const pin = page.getByRole('dialog').getByRole('button', { name: 'Pin', exact: true });
  await json(page).fill('[1]');
  await expect(page.getByText('It must be a JSON object.')).toBeVisible();
  await expect(pin).toBeDisabled();
  await json(page).fill(`{"text": "${'x'.repeat(2 ** 20)}"}`);
  await expect(page.getByText(/^A pinned output may take 1 MB; this one takes/)).toBeVisible();
  await expect(pin).toBeDisabled();
  await json(page).fill('{"status": 201}');
  await pin.click();
  await expect(badge(page, 'first')).toBeVisible();
  await test.step('a block that becomes one of another kind says that its pin stays', async () => {
    await blockNamed(page, 'first').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Replace with…' }).click();
    await page.keyboard.type('function');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^“first” keeps the pinned output of the .+ block\.$/)).toBeVisible();
    await expect(badge(page, 'first')).toBeVisible();
    await page.getByRole('button', { name: 'Unpin', exact: true }).click();
    await expect(badge(page, 'first')).toBeHidden();
  });
});

test('of two who pin at once the later one wins, and the earlier one sees it', async ({ page, context }) => {
  const id = await openWorkflow(page, author, 'At once', LINE);
  const other = await context.newPage();
  await other.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await saved(other);
  await pinTyped(page, 'first', '{"status": 200}');
  await expect(badge(other, 'first')).toBeVisible();

  await openPin(page, 'first');
  await json(page).fill('{"status": 201}');
  await pinTyped(other, 'first', '{"status": 202}');
  const dialog = page.getByRole('dialog', { name: 'Pinned output of “first”' });
  await expect(dialog.getByText(/changed this pin meanwhile/)).toBeVisible();
  await expect(json(page)).toContainText('201');
  await expectAccessible(page, 'a pin that somebody else changed', [1440]);
  await dialog.getByRole('button', { name: 'Show theirs' }).click();
  await expect(json(page)).toContainText('202');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/replaced the pinned output of “first”/)).toBeVisible();
  await test.step('who deletes a block takes nobody’s text away', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPin(page, 'second');
    await json(page).fill('{"status": 203}');
    await blockNamed(other, 'second').click();
    await other.keyboard.press('Escape');
    await other.keyboard.press('Delete');
    await expect(blockNamed(other, 'second')).toHaveCount(0);
    await expect(page.getByText(/^This block was deleted, so its output can’t be pinned/)).toBeVisible();
    await expect(json(page)).toContainText('203');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Pin', exact: true })).toBeDisabled();
  });
});
