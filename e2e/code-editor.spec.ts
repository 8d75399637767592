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

const place = (x: number, y = 0) => ({ x: x * 330, y: y * 160 });
const start = {
  id: 'start',
  type: 'start',
  name: 'start',
  position: place(0),
  config: { fields: [{ name: 'n', type: 'number' }] },
};

/** A function for each step, behind the start, and a request and a response behind the first of them. */
const coded = (codes: Record<string, string>): WrittenDocument => ({
  blocks: {
    start,
    ...Object.fromEntries(
      Object.entries(codes).map(([id, code], at) => [
        id,
        { id, type: 'function', name: id, position: place(1, at), config: { code } },
      ]),
    ),
    send: {
      id: 'send',
      type: 'api',
      name: 'send',
      position: place(2),
      config: {
        url: 'https://example.com',
        method: 'POST',
        body: { kind: 'json', value: '{"a":<start.n>}' },
      },
    },
    answer: { id: 'answer', type: 'response', name: 'answer', position: place(3) },
  },
  edges: [
    ...Object.keys(codes).map((id) => ({ id: `to-${id}`, source: 'start', target: id })),
    { id: 'to-send', source: Object.keys(codes)[0]!, target: 'send' },
    { id: 'to-answer', source: 'send', target: 'answer' },
  ],
});

const code = (page: Page) => page.getByRole('textbox', { name: 'Code' });
const savedConfig = async (page: Page, id: string, block: string) =>
  (await savedDocument(page, author, id)).blocks[block]?.config;
const savedCode = async (page: Page, id: string, block: string) => (await savedConfig(page, id, block))?.code;

/** Opens the code of a block, with the caret at its end. */
async function openCode(page: Page, name: string): Promise<void> {
  await openBlock(page, name);
  // Earlier keys would be input instead of the editor's shortcuts.
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await code(page).click();
  await page.keyboard.press('ControlOrMeta+End');
}

test('code is written: loaded when needed, with brackets, indentation and suggestions', async ({ page }) => {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response);
  });
  /** True if a loaded script contains a word of the code grammar. */
  const hasGrammar = async () =>
    (await Promise.all(scripts.map((script) => script.text()))).some((text) =>
      text.includes('JSXSelfClosingTag'),
    );
  await author.call('PUT', `/api/v1/workspaces/${author.workspaceId}/variables/TOKEN`, {
    value: 'not to be seen',
  });
  const id = await openWorkflow(
    page,
    author,
    'Written',
    coded({ first: '', tabbed: 'return 1;', replaced: '{"a": 1}', named: 'const total = 1;\n' }),
  );

  await test.step('the editor of code is loaded with the first code that is opened', async () => {
    await openBlock(page, 'start');
    await expect(page.getByLabel('Block name')).toHaveValue('start');
    expect(await hasGrammar()).toBe(false);
    await openBlock(page, 'tabbed');
    await expect(page.getByText('No syntax errors')).toBeVisible();
    expect(await hasGrammar()).toBe(true);
  });

  await test.step('Tab indents, and Escape before it leaves the code', async () => {
    await openCode(page, 'tabbed');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await expect.poll(() => savedCode(page, id, 'tabbed')).toBe('  return 1;');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Format' })).toBeFocused();
    expect(await savedCode(page, id, 'tabbed')).toBe('  return 1;');
  });

  await test.step('code is indented and its brackets closed while it is typed', async () => {
    await openCode(page, 'first');
    await page.keyboard.type('if (<start.n> > 1) {');
    await page.keyboard.press('Enter');
    await page.keyboard.type('return [1');
    await expect.poll(() => savedCode(page, id, 'first')).toBe('if (<start.n> > 1) {\n  return [1]\n}');
    await expect(page.getByText('No syntax errors')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+/');
    await expect.poll(() => savedCode(page, id, 'first')).toBe('if (<start.n> > 1) {\n  // return [1]\n}');
  });

  await test.step('text that a script puts in the place of a highlighted bracket does not keep its colours', async () => {
    await openCode(page, 'replaced');
    await expect(page.locator('.cm-matchingBracket')).toHaveCount(2);
    await code(page).evaluate((element) => {
      document.getSelection()?.selectAllChildren(element);
      document.execCommand('insertText', false, '{"b": 2}');
    });
    await expect.poll(() => savedCode(page, id, 'replaced')).toBe('{"b": 2}');
    await expect(page.locator('.cm-line[style]')).toHaveCount(0);
  });

  await test.step('names are offered while they are typed, with what references last stood for', async () => {
    await openCode(page, 'named');
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
      .poll(() => savedCode(page, id, 'named'))
      .toBe('const total = 1;\nreturn total + Math.round(<start.n>);');
  });

  await test.step('a body that begins as JSON closes its brackets, and one of a variable is the variable alone', async () => {
    await openBlock(page, 'answer');
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    const savedBody = async () => (await savedConfig(page, id, 'answer'))?.body;
    await page.getByRole('textbox', { name: 'Body' }).click();
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
});

test('code is worked on: laid out, checked, searched, folded and in a large window', async ({ page }) => {
  const untidy = 'const a=<start.n>\nreturn {a,b:"<start.n>!"}';
  const id = await openWorkflow(
    page,
    author,
    'Worked on',
    coded({
      untidy,
      broken: 'return (',
      searched: 'const first = 1;\nreturn first + first;',
      folded: 'const f = () => {\n  return 1;\n};\nreturn f();',
      large: 'return 1;',
    }),
  );

  await test.step('a key lays code and JSON out, and undoing takes it back', async () => {
    await openCode(page, 'untidy');
    await page.keyboard.press('Shift+Alt+f');
    await expect
      .poll(() => savedCode(page, id, 'untidy'))
      .toBe('const a = <start.n>;\nreturn { a, b: "<start.n>!" };');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => savedCode(page, id, 'untidy')).toBe(untidy);

    await openBlock(page, 'send');
    await page.getByRole('tab', { name: /Body/ }).click();
    await page.getByRole('button', { name: 'Format' }).click();
    await expect
      .poll(async () => (await savedConfig(page, id, 'send'))?.body)
      .toMatchObject({ value: '{\n  "a": <start.n>\n}' });
  });

  await test.step('what can’t be read stays as it is, in words', async () => {
    await openCode(page, 'broken');
    await page.getByRole('button', { name: 'Format' }).click();
    await expect(page.getByText('This code has a syntax error')).toBeVisible();
    expect(await savedCode(page, id, 'broken')).toBe('return (');
    await code(page).fill('const a = 1;\nreturn a +* 2;');
    await expect(page.getByRole('status').filter({ hasText: /^Line 2: / })).toBeVisible();
    await expect(page.locator('.text-problem')).toHaveText('*');
    expect(await savedCode(page, id, 'broken')).toBe('const a = 1;\nreturn a +* 2;');
  });

  await test.step('text is found and replaced inside the code', async () => {
    await openCode(page, 'searched');
    await page.keyboard.press('ControlOrMeta+f');
    await page.getByRole('textbox', { name: 'Find' }).fill('first');
    await page.getByRole('textbox', { name: 'Replace' }).fill('total');
    await page.getByRole('button', { name: 'replace all' }).click();
    await expect.poll(() => savedCode(page, id, 'searched')).toBe('const total = 1;\nreturn total + total;');
    await page.keyboard.press('Escape');
    await expect(code(page)).toBeFocused();
    await expect(page.getByLabel('Block name')).toBeVisible();
  });

  await test.step('blocks of code are folded', async () => {
    await openCode(page, 'folded');
    await expect(code(page)).toContainText('return 1;');
    await page.getByTitle('Fold line', { exact: true }).first().click();
    await expect(code(page)).not.toContainText('return 1;');
  });

  await test.step('the same editor in a large window, back where it was with Escape', async () => {
    await openCode(page, 'large');
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
    await expect.poll(() => savedCode(page, id, 'large')).toBe('return 1; // here!');
    await page.getByRole('button', { name: 'Expand' }).click();
    await expect(large.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await expectAccessible(page, 'code, large');
  });
});
