import { expect, type Page, test } from '@playwright/test';
import { allDefinitions } from '../components/editor/document/definition-of';
import type { Field, FieldKind } from '../lib/core/blocks/field';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';

/**
 * A field of each kind: typing over all of it, undo, redo, clearing, a composed word, pasting, and leaving it.
 * Kinds of rows are tried in a text of their first row.
 */
const PERSON = 'field-typist';
let author: KeyHolder;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.describe.configure({ timeout: patient(240_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

interface Typing {
  /** Two texts that the field accepts. */
  texts: readonly [string, string];
  /** The block to try it in; by default the first whose new blocks show such a field. */
  type?: string;
  /** What makes the block show the field, or gives it its first row. */
  config?: Record<string, unknown>;
  /** The text's label, where the field has several. */
  label?: RegExp;
  /** Numbers and patterns are not composed. */
  isComposed?: false;
}

const WORDS = ['one', 'two words'] as const;
const NUMBERS = { texts: ['30', '45'], isComposed: false } as const;

/** Every kind says how it is tried, or that nothing is typed into it. */
const TYPED: Record<FieldKind, Typing | 'chosen'> = {
  text: { texts: WORDS },
  multiline: { texts: WORDS },
  url: { texts: ['https://one.example/a', 'https://two.example/b'] },
  code: { texts: ['return 1;', 'return 2 + 2;'], type: 'function' },
  value: { texts: WORDS, type: 'response' },
  number: { ...NUMBERS, type: 'api' },
  secret: { texts: WORDS, config: { access: 'password' } },
  rows: { texts: WORDS, type: 'api', config: { params: [{ key: 'page', value: '1', enabled: true }] } },
  body: { texts: ['1', '22'], config: { method: 'POST', body: { kind: 'json', value: '0' } } },
  auth: { texts: WORDS, config: { auth: { kind: 'bearer', token: 'was' } } },
  retry: NUMBERS,
  repeat: 'chosen',
  cron: { texts: ['0 3 * * 1', '5 4 * * *'], config: { kind: 'cron' }, isComposed: false },
  choices: 'chosen',
  datetime: {
    texts: ['2027-01-31T12:00:00Z', '2028-02-01T00:00:00Z'],
    type: 'wait',
    config: { kind: 'until' },
  },
  'input-fields': {
    texts: ['one', 'two'],
    type: 'start',
    config: { fields: [{ name: 'was' }] },
    isComposed: false,
  },
  branches: { texts: WORDS },
  values: { texts: ['one', 'two'], type: 'variables', config: { variables: [{ name: 'was', value: '1' }] } },
  workflow: 'chosen',
  provider: { texts: WORDS, label: /key/i },
  tools: {
    texts: ['one', 'two'],
    config: { tools: [{ kind: 'mcp', url: 'https://h.example' }] },
  },
  assertions: { texts: WORDS, config: { assertions: [{ subject: 'header', name: 'was', value: '1' }] } },
  switch: 'chosen',
  select: 'chosen',
  group: { ...NUMBERS, type: 'api' },
};

const KINDS = Object.entries(TYPED).flatMap(([kind, how]) => (how === 'chosen' ? [] : [{ kind, how }]));

interface Place {
  name: string;
  type: string;
  field: Field;
  config: Record<string, unknown>;
}

function placeOf(kind: string, { type: wanted, config = {} }: Typing): Place {
  for (const { type, fields } of allDefinitions()) {
    if (wanted !== undefined && type !== wanted) continue;
    const field = fields.find((one) => one.kind === kind && (one.shownWhen?.(config) ?? true));
    if (field !== undefined) return { name: `its-${kind}`, type, field, config };
  }
  throw new Error(`No block shows a field of the kind ${kind}.`);
}

/** A block for each kind, in rows that fit the window. */
const documentOf = (places: readonly Place[]): WrittenDocument => ({
  blocks: Object.fromEntries(
    places.map(({ name, type, config }, index) => {
      const position = { x: (index % 5) * 330, y: Math.floor(index / 5) * 260 };
      return [name, { id: name, type, name, position, config }];
    }),
  ),
  edges: [],
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

async function tryTyping(page: Page, { texts: [first, second], isComposed }: Typing): Promise<void> {
  await typeOver(page, first);
  await typeOver(page, second);
  await page.keyboard.press('ControlOrMeta+z');
  await pressUntil(page, 'ControlOrMeta+z', (text) => text !== second);
  await pressUntil(page, 'ControlOrMeta+y', (text) => text === second);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  await expect.poll(() => shown(page)).toBe('');
  if (isComposed !== false) {
    await compose(page, '日本');
    await expect.poll(() => shown(page)).toBe('日本');
  }
  await page.evaluate((text) => navigator.clipboard.writeText(text), first);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
  await expect.poll(() => shown(page)).toBe(first);
}

test('a field of each kind keeps what is typed', async ({ page }) => {
  const places = KINDS.map(({ kind, how }) => ({ kind, how, ...placeOf(kind, how) }));
  const id = await openWorkflow(page, author, 'Typed into every kind', documentOf(places));
  for (const { kind, how, name, field } of places)
    await test.step(kind, async () => {
      await openBlock(page, name);
      if (field.tab !== undefined) await page.getByRole('tab', { name: new RegExp(`^${field.tab}`) }).click();
      const place = page.locator(`[data-form-field="${field.name}"]`);
      const inputs = how.label === undefined ? place : place.getByLabel(how.label);
      const input = place.locator(
        'input:not([type=time]), textarea, [role=textbox], [role=combobox]:not(button)',
      );
      await (how.label === undefined ? input : inputs).first().click();
      await tryTyping(page, how);
      await page.getByLabel('Block name').focus();
      // Numbers are shown in seconds and saved in milliseconds.
      const [first] = how.texts;
      const kept = first === '30' ? /30/ : first;
      const saved = async () =>
        JSON.stringify((await savedDocument(page, author, id)).blocks[name]?.config?.[field.name]);
      await expect.poll(saved, kind).toMatch(kept);
    });
});
