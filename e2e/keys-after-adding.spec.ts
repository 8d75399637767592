import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { blockNamed, makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'typist';
const LONE_START: WrittenDocument = {
  blocks: { s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
  edges: [],
};
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(({ page }) => signIn(page, PERSON));

const configs = (document: Awaited<ReturnType<typeof savedDocument>>) =>
  Object.fromEntries(Object.values(document.blocks).map(({ type, config }) => [type, config]));

test('what is typed before the editor of a text is there goes on in it', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Typed early', LONE_START);
  await blockNamed(page, 'start').click();
  await expect(page.getByLabel('Block name')).toHaveValue('start');
  let letCome = (): void => undefined;
  const coming = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route('**/_next/static/**', async (route) => {
    await coming;
    await route.continue();
  });
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('What comes next?')).toBeFocused();
  // No waiting from here on, because a fast typist does not look either.
  await page.keyboard.type('function');
  await page.keyboard.press('Enter');
  await page.keyboard.type('const n = 1;\nreturn n + 3;');
  for (const _ of '3;') await page.keyboard.press('ArrowLeft');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toHaveValue('const n = 1;\nreturn n + 3;');
  letCome();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await expect(code).toBeFocused();
  await page.keyboard.type('2');
  await expect
    .poll(async () => configs(await savedDocument(page, author, id)).function)
    .toMatchObject({ code: 'const n = 1;\nreturn n + 23;' });
});

test('a text that is begun before its editor is there ends as it was typed', async ({ page }) => {
  const text = '{"a": "<start.b>", "c": [{"d": "e-"}], "f": ""}';
  // Each read of the time advances it by 30 ms, as on a busy machine.
  await page.addInitScript(`{
    const now = Date.now;
    let gone = 0;
    Date.now = () => now() + (gone += 30);
  }`);
  const block = { id: 'a', type: 'api', name: 'send', position: { x: 0, y: 0 } };
  const config = { url: 'https://example.com', method: 'POST', body: { kind: 'json', value: '' } };
  await openWorkflow(page, author, 'Begun early', { blocks: { a: { ...block, config } }, edges: [] });
  await openBlock(page, 'send');
  await page.getByRole('tab', { name: /^Body/ }).click();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  const editor = page.getByRole('textbox', { name: 'JSON' });
  await editor.click();
  // Nothing, an open key, reference, object, string and empty string; a unit test begins at every character.
  for (const begun of [0, 3, 10, 26, 33, 45]) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    // Inserted the way the placeholder field does it: without closing brackets.
    if (begun > 0) await page.keyboard.insertText(text.slice(0, begun));
    await page.keyboard.type(text.slice(begun));
    await expect(editor, `begun: ${text.slice(0, begun)}`).toHaveText(text);
  }
});

test('a block is added and filled in without waiting for anything', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Typed at once', LONE_START);
  await blockNamed(page, 'start').click();
  await expect(page.getByLabel('Block name')).toHaveValue('start');
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('What comes next?')).toBeFocused();
  await page.keyboard.type('variables');
  // Opens the block, then "Add a value" in its form.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('rate');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('19');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('What comes next?')).toBeFocused();
  await page.keyboard.type('api');
  await page.keyboard.press('Enter');
  await page.keyboard.type('https://example.com/rates');
  await expect
    .poll(async () => configs(await savedDocument(page, author, id)))
    .toMatchObject({
      variables: { variables: [{ name: 'rate', value: '19' }] },
      api: { url: 'https://example.com/rates' },
    });
});
