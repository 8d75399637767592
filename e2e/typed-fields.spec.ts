import { expect, type Page, test } from '@playwright/test';
import { allDefinitions } from '../components/editor/document/definition-of';
import type { Field, FieldKind } from '../lib/core/blocks/field';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';

/**
 * A field of each kind that holds a text, of whichever block has one: typing over all of it, undo, redo,
 * clearing, a composed word, pasting, and leaving it.
 */
const PERSON = 'field-typist';
let author: KeyHolder;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

/** Two texts that each kind accepts. */
const TEXTS: Partial<Record<FieldKind, readonly [string, string]>> = {
  text: ['one', 'two words'],
  multiline: ['one', 'two words'],
  url: ['https://one.example/a', 'https://two.example/b'],
  code: ['return 1;', 'return 2 + 2;'],
  value: ['one', 'two words'],
  number: ['30', '45'],
};

interface Place {
  type: string;
  field: Field;
}

/** The first field of a kind that a new block shows. */
function placeOf(kind: string): Place {
  for (const { type, fields, trigger } of allDefinitions()) {
    const field = fields.find((one) => one.kind === kind && one.shownWhen === undefined);
    if (field !== undefined && trigger === undefined) return { type, field };
  }
  throw new Error(`No block has a field of the kind ${kind}.`);
}

const documentWith = (type: string): WrittenDocument => ({
  blocks: {
    a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: { id: 'b', type, name: 'it', position: { x: 330, y: 0 } },
  },
  edges: [{ id: 'e', source: 'a', target: 'b' }],
});

/** What the focused field shows. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLElement;
    const isInput = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (field.querySelector('.cm-placeholder') !== null) return '';
    return isInput ? field.value : field.innerText.replace(/\n$/, '');
  });

async function typeOver(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await expect.poll(() => shown(page)).toBe(text);
}

/** Presses keys until the field shows what is expected. */
const pressUntil = (page: Page, keys: string, isShown: (text: string) => boolean) =>
  expect(async () => {
    if (!isShown(await shown(page))) await page.keyboard.press(keys);
    expect(isShown(await shown(page))).toBe(true);
  }).toPass();

/** Confirms a word as an input method does. */
async function compose(page: Page, word: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await browser.send('Input.insertText', { text: word });
  await browser.detach();
}

for (const [kind, [first, second]] of Object.entries(TEXTS))
  test(`a field of the kind ${kind} keeps what is typed`, async ({ page }) => {
    const { type, field } = placeOf(kind);
    const id = await openWorkflow(page, author, `Typed into ${kind}`, documentWith(type));
    await openBlock(page, 'it');
    if (field.tab !== undefined) await page.getByRole('tab', { name: new RegExp(`^${field.tab}`) }).click();
    const place = page.locator(`[data-form-field="${field.name}"]`);
    await place.locator('input, textarea, [role=textbox], [role=combobox]').first().click();

    await typeOver(page, first);
    await typeOver(page, second);
    await page.keyboard.press('ControlOrMeta+z');
    await pressUntil(page, 'ControlOrMeta+z', (text) => text !== second);
    await pressUntil(page, 'ControlOrMeta+y', (text) => text === second);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await expect.poll(() => shown(page)).toBe('');
    if (kind !== 'number') {
      await compose(page, '日本');
      await expect.poll(() => shown(page)).toBe('日本');
    }
    await page.evaluate((text) => navigator.clipboard.writeText(text), first);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => shown(page)).toBe(first);
    await page.getByLabel('Block name').focus();
    const saved = async () => (await savedDocument(page, author, id)).blocks.b?.config?.[field.name];
    // Shown in seconds, saved in milliseconds.
    await expect.poll(saved).toEqual(kind === 'number' ? expect.any(Number) : first);
  });
