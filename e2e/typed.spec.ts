import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import {
  blockNamed as block,
  makeAuthor,
  openBlock,
  openWorkflow,
  saved,
  savedDocument,
  signIn,
} from './fixtures/author';
import { forbidStorage } from './fixtures/forbid-storage';

/** What people type stays as they typed it, whatever the keyboard. */
const PERSON = 'typist';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const LINE: WrittenDocument = {
  blocks: {
    a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: {
      id: 'b',
      type: 'api',
      name: 'call',
      position: { x: 330, y: 0 },
      config: { url: 'https://h.example' },
    },
    c: { id: 'c', type: 'response', name: 'answer', position: { x: 660, y: 0 }, config: { body: 'hello' } },
  },
  edges: [
    { id: 'e1', source: 'a', target: 'b' },
    { id: 'e2', source: 'b', target: 'c' },
  ],
};

const configOf = async (page: Page, id: string, blockId: string) =>
  (await savedDocument(page, author, id)).blocks[blockId]?.config ?? {};

test('fields of a form keep what is typed: numbers, JSON over a selection, and undo in texts of their own', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Typed', LINE);

  await test.step('a number field can be cleared; a comma is a decimal point, and what is no number is said', async () => {
    await openBlock(page, 'call');
    await page.getByRole('tab', { name: /^Settings/ }).click();
    const redirects = page.getByRole('textbox', { name: 'Maximum redirects' });
    await expect(redirects).toHaveValue('');
    await expect(redirects).toHaveAttribute('placeholder', '5');
    await redirects.fill('30');
    await redirects.press('Backspace');
    await redirects.press('Backspace');
    await expect(redirects).toHaveValue('');
    await redirects.pressSequentially('45');
    await expect(redirects).toHaveValue('45');
    await redirects.fill('4');
    await expect.poll(async () => (await configOf(page, id, 'b')).maxRedirects).toBe(4);
    await redirects.fill('1+2');
    await expect(page.getByRole('alert').filter({ hasText: 'Type a number' })).toBeVisible();
    await expect(redirects).toHaveValue('1+2');
    expect((await configOf(page, id, 'b')).maxRedirects).toBe(4);
    await redirects.fill('');
    await expect.poll(async () => (await configOf(page, id, 'b')).maxRedirects).toBeUndefined();
    const timeout = page.getByRole('textbox', { name: 'Timeout of one attempt' });
    await timeout.fill('1,5');
    await expect.poll(async () => (await configOf(page, id, 'b')).timeoutMs).toBe(1_500);
    await expect(timeout).toHaveValue('1,5');
  });

  await test.step('JSON typed over all of a text replaces it', async () => {
    await openBlock(page, 'answer');
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('{"a": 1}');
    await expect.poll(async () => (await configOf(page, id, 'c')).body).toBe('{"a": 1}');
  });

  await test.step('undo in a comment undoes the comment; on the canvas, Ctrl+Y redoes', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await block(page, 'answer').click();
    await page.getByRole('button', { name: 'Close panel' }).click();
    await block(page, 'answer').focus();
    await page.keyboard.press('Delete');
    await expect(block(page, 'answer')).toBeHidden();
    await block(page, 'call').focus();
    await page.keyboard.press('c');
    const comment = page.getByRole('textbox', { name: 'Comment on call' });
    await expect(comment).toBeFocused();
    await page.keyboard.type('words');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(comment).not.toHaveValue('words');
    await expect(block(page, 'answer')).toBeHidden();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Canvas' }).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'answer')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+y');
    await expect(block(page, 'answer')).toBeHidden();
    await saved(page);
  });
});

interface Key {
  key: string;
  code?: string;
  keyCode?: number;
  ctrlKey?: boolean;
  isComposing?: boolean;
}

/** A key as a keyboard with that layout, or an input method, sends it. */
const pressAs = (page: Page, init: Key) =>
  page.evaluate(
    (given) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given }),
      ),
    init,
  );

test('keys of other keyboards: shortcuts by their place, and those that compose a word do nothing else', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Keys', LINE);

  await test.step('a Cyrillic layout opens the palette with Ctrl and the key of K', async () => {
    await pressAs(page, { key: 'л', code: 'KeyK', ctrlKey: true });
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  });

  await test.step('Escape that cancels a word closes nothing, Enter that confirms one runs nothing', async () => {
    await pressAs(page, { key: 'Escape', isComposing: true });
    await pressAs(page, { key: 'Enter', keyCode: 229 });
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden();
  });

  await test.step('Enter that confirms a word ends no name', async () => {
    await openBlock(page, 'call');
    const name = page.getByLabel('Block name');
    await name.fill('にほん');
    await pressAs(page, { key: 'Enter', isComposing: true, keyCode: 229 });
    await expect(name).toHaveValue('にほん');
    await expect(block(page, 'call')).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test('a dialog in which something is typed asks before Escape or a click beside it discards that', async ({
  page,
}) => {
  await page.goto(`/w/${author.workspaceId}/settings/variables`);
  await page.getByRole('button', { name: 'New variable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('KEPT');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('KEPT');
  await page.mouse.click(5, 5);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'New variable' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('in a browser that forbids storage a workflow can be changed', async ({ page }) => {
  const id = await author.createWorkflow('Forbidden', LINE);
  await forbidStorage(page);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await saved(page);
  await openBlock(page, 'call');
  await page.getByRole('combobox', { name: 'URL' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('/path');
  await expect.poll(async () => (await configOf(page, id, 'b')).url).toBe('https://h.example/path');
});

/** Drops a file there, as from a folder of the desktop. */
async function dropFile(page: Page, on: string, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName, { type: 'application/json' }));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent(on, 'dragover', { dataTransfer: files });
  await page.dispatchEvent(on, 'drop', { dataTransfer: files });
}

const pasteText = (page: Page, text: string) =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

const OF_N8N = JSON.stringify({
  name: 'Theirs',
  nodes: [{ type: 'n8n-nodes-base.webhook' }],
  connections: {},
});

test('what is pasted or dropped becomes blocks, or it is said why not', async ({ page }) => {
  await openWorkflow(page, author, 'Dropped on', LINE);
  const canvas = page.getByRole('region', { name: 'Canvas' });

  await test.step('a paste that holds nothing says so; one of the middle button does nothing', async () => {
    await canvas.focus();
    await pasteText(page, 'a shopping list');
    await expect(page.getByText('This is neither blocks of a workflow nor')).toBeVisible();
    await pasteText(page, OF_N8N);
    await expect(page.getByText('This is a workflow of n8n')).toBeVisible();
    const blocks = page.locator('.react-flow__node');
    const before = await blocks.count();
    await page.dispatchEvent('.workflow-canvas', 'pointerdown', { button: 1 });
    await pasteText(page, "curl 'https://h.example/pasted'");
    await page.keyboard.press('Escape');
    await canvas.focus(); // a selected block would take what is pasted next
    await pasteText(page, "curl 'https://h.example/typed'");
    await expect(page.getByText('h.example/typed').first()).toBeVisible();
    await expect(blocks).toHaveCount(before + 1);
  });

  await test.step('a file that is dropped on the canvas is imported', async () => {
    const exported = JSON.stringify({ name: 'Other', document: { ...LINE, schemaVersion: undefined } });
    await dropFile(page, '.workflow-canvas', 'other.json', exported);
    await expect(block(page, 'answer2')).toBeVisible();
    await dropFile(page, '.workflow-canvas', 'theirs.json', OF_N8N);
    await expect(page.getByText('This is a workflow of n8n').first()).toBeVisible();
    await saved(page);
  });

  await test.step('a block’s name in other letters is refused with one that is allowed', async () => {
    await openBlock(page, 'answer');
    await page.getByLabel('Block name').fill('Auftrag prüfen');
    await page.getByLabel('Block name').press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'auftrag_pruefen' })).toBeVisible();
  });

  await test.step('a file that is dropped on the list is a new workflow, or it is said whose it is', async () => {
    await page.goto(`/w/${author.workspaceId}`);
    await expect(page.getByRole('heading', { name: 'Workflows' })).toBeVisible();
    await dropFile(page, 'main', 'theirs.json', OF_N8N);
    await expect(page.getByText('theirs.json is a workflow of n8n')).toBeVisible();
    await dropFile(page, 'main', 'dropped.json', JSON.stringify({ name: 'From a file', document: LINE }));
    await page.waitForURL(/\/workflows\//);
    await expect(page.getByLabel('Workflow name')).toHaveValue('From a file');
  });
});
