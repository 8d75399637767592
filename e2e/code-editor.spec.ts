import { expect, type Page, type Response, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'coder';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const place = (x: number) => ({ x: x * 330, y: 0 });
const coded = (code: string): WrittenDocument => ({
  blocks: {
    a: {
      id: 'a',
      type: 'start',
      name: 'start',
      position: place(0),
      config: { fields: [{ name: 'n', type: 'number' }] },
    },
    b: { id: 'b', type: 'function', name: 'work', position: place(1), config: { code } },
    c: {
      id: 'c',
      type: 'api',
      name: 'send',
      position: place(2),
      config: {
        url: 'https://example.com',
        method: 'POST',
        body: { kind: 'json', value: '{"a":<start.n>}' },
      },
    },
  },
  edges: [
    { id: 'e1', source: 'a', target: 'b' },
    { id: 'e2', source: 'b', target: 'c' },
  ],
});

const code = (page: Page) => page.getByRole('textbox', { name: 'Code' });
const savedCode = async (page: Page, id: string) =>
  (await savedDocument(page, author, id)).blocks.b?.config?.code;

async function openCode(page: Page, text: string): Promise<string> {
  const id = await openWorkflow(page, author, 'Coded', coded(text));
  await openBlock(page, 'work');
  // Earlier keys would be input instead of the editor's shortcuts.
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await code(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  return id;
}

test('code is indented and its brackets closed while it is typed', async ({ page }) => {
  const id = await openCode(page, '');
  await page.keyboard.type('if (<start.n> > 1) {');
  await page.keyboard.press('Enter');
  await page.keyboard.type('return [1');
  await expect.poll(() => savedCode(page, id)).toBe('if (<start.n> > 1) {\n  return [1]\n}');
  await expect(page.getByText('No syntax errors')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+/');
  await expect.poll(() => savedCode(page, id)).toBe('if (<start.n> > 1) {\n  // return [1]\n}');
});

test('text that a script puts in the place of a highlighted bracket does not keep its colours', async ({
  page,
}) => {
  const id = await openCode(page, '{"a": 1}');
  await expect(page.locator('.cm-matchingBracket')).toHaveCount(2);
  await code(page).evaluate((element) => {
    document.getSelection()?.selectAllChildren(element);
    document.execCommand('insertText', false, '{"b": 2}');
  });
  await expect.poll(() => savedCode(page, id)).toBe('{"b": 2}');
  await expect(page.locator('.cm-line[style]')).toHaveCount(0);
});

test('a body that begins as JSON closes its brackets, and one of a variable is the variable alone', async ({
  page,
}) => {
  const value = 'not to be seen';
  await author.call('PUT', `/api/v1/workspaces/${author.workspaceId}/variables/TOKEN`, { value });
  const { blocks, edges } = coded('return 1;');
  const answer = { id: 'd', type: 'response', name: 'answer', position: place(3) };
  const id = await openWorkflow(page, author, 'Answered', {
    blocks: { ...blocks, d: answer },
    edges: [...edges, { id: 'e3', source: 'c', target: 'd' }],
  });
  await openBlock(page, 'answer');
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  const body = page.getByRole('textbox', { name: 'Body' });
  const savedBody = async () => (await savedDocument(page, author, id)).blocks.d?.config?.body;
  await body.click();
  await page.keyboard.type('{"n": [<start.n>, "');
  await expect.poll(savedBody).toBe('{"n": [<start.n>, ""]}');
  await page.keyboard.type('x"]}');
  await expect.poll(savedBody).toBe('{"n": [<start.n>, "x"]}');

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('{{TOK');
  await page.getByRole('option', { name: /^TOKEN/ }).click();
  await expect.poll(savedBody).toBe('{{TOKEN}}');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Dear {');
  await expect.poll(savedBody).toBe('Dear {');
});

test('Tab indents, and Escape before it leaves the code', async ({ page }) => {
  const id = await openCode(page, 'return 1;');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await expect.poll(() => savedCode(page, id)).toBe('  return 1;');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Format' })).toBeFocused();
  expect(await savedCode(page, id)).toBe('  return 1;');
});

test('names are offered while they are typed, with what references last stood for', async ({ page }) => {
  const id = await openCode(page, 'const total = 1;\n');
  await page.keyboard.type('return tot');
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  await expect(page.getByRole('option', { name: /^total/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type(' + Ma');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: /^Math/ }).click();
  await page.keyboard.type('.ro');
  await page.keyboard.press('Enter');
  await page.keyboard.type('(<start.n>);');
  await expect
    .poll(() => savedCode(page, id))
    .toBe('const total = 1;\nreturn total + Math.round(<start.n>);');
});

test('a key lays code and JSON out, and undoing takes it back', async ({ page }) => {
  const before = 'const a=<start.n>\nreturn {a,b:"<start.n>!"}';
  const id = await openCode(page, before);
  await page.keyboard.press('Shift+Alt+f');
  await expect.poll(() => savedCode(page, id)).toBe('const a = <start.n>;\nreturn { a, b: "<start.n>!" };');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => savedCode(page, id)).toBe(before);

  await openBlock(page, 'send');
  await page.getByRole('tab', { name: /Body/ }).click();
  await page.getByRole('button', { name: 'Format' }).click();
  await expect
    .poll(async () => (await savedDocument(page, author, id)).blocks.c?.config?.body)
    .toMatchObject({ value: '{\n  "a": <start.n>\n}' });
});

test('what can’t be read stays as it is, in words', async ({ page }) => {
  const id = await openCode(page, 'return (');
  await page.getByRole('button', { name: 'Format' }).click();
  await expect(page.getByText('This code has a syntax error')).toBeVisible();
  expect(await savedCode(page, id)).toBe('return (');
  await code(page).fill('const a = 1;\nreturn a +* 2;');
  await expect(page.getByRole('status').filter({ hasText: /^Line 2: / })).toBeVisible();
  await expect(page.locator('.text-problem')).toHaveText('*');
  expect(await savedCode(page, id)).toBe('const a = 1;\nreturn a +* 2;');
});

test('the editor of code is loaded with the first code that is opened', async ({ page }) => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response);
  });
  /** True if a loaded script contains a word of the code grammar. */
  const hasGrammar = async () =>
    (await Promise.all(scripts.map((script) => script.text()))).some((text) =>
      text.includes('JSXSelfClosingTag'),
    );
  await openWorkflow(page, author, 'Not loaded yet', coded('return 1;'));
  await openBlock(page, 'start');
  await expect(page.getByLabel('Block name')).toHaveValue('start');
  expect(await hasGrammar()).toBe(false);
  await openBlock(page, 'work');
  await expect(page.getByText('No syntax errors')).toBeVisible();
  expect(await hasGrammar()).toBe(true);
});

test('text is found and replaced inside the code', async ({ page }) => {
  const id = await openCode(page, 'const first = 1;\nreturn first + first;');
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find' }).fill('first');
  await page.getByRole('textbox', { name: 'Replace' }).fill('total');
  await page.getByRole('button', { name: 'replace all' }).click();
  await expect.poll(() => savedCode(page, id)).toBe('const total = 1;\nreturn total + total;');
  await page.keyboard.press('Escape');
  await expect(code(page)).toBeFocused();
  await expect(page.getByLabel('Block name')).toBeVisible();
});

test('blocks of code are folded', async ({ page }) => {
  await openCode(page, 'const f = () => {\n  return 1;\n};\nreturn f();');
  await expect(code(page)).toContainText('return 1;');
  await page.getByTitle('Fold line', { exact: true }).first().click();
  await expect(code(page)).not.toContainText('return 1;');
});

test('the same editor in a large window, back where it was with Escape', async ({ page }) => {
  const id = await openCode(page, 'return 1;');
  await page.keyboard.press('ControlOrMeta+Shift+e');
  const large = page.getByRole('dialog', { name: 'Code' });
  await expect(large.getByRole('textbox', { name: 'Code' })).toBeFocused();
  const { width } = (await large.boundingBox()) ?? { width: 0 };
  expect(width).toBeGreaterThan(900);
  await page.keyboard.type(' // here');
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.press('Escape');
  await expect(large).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(code(page)).toBeFocused();
  await page.keyboard.type('!');
  await expect.poll(() => savedCode(page, id)).toBe('return 1; // here!');
  await page.getByRole('button', { name: 'Expand' }).click();
  await expect(large.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expectAccessible(page, 'code, large');
});
