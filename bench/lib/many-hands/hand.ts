import type { Page } from '@playwright/test';
import type { RandomNumbers } from '../../../lib/core/shared-document/testing/random-changes';

/** Blocks with a text in which all hands type; they are never deleted. */
export const TEXT_BLOCKS = Array.from({ length: 6 }, (_, at) => `text${at}`);

/** The time limit of a step; after it, the step counts as failed. */
const STEP_WITHIN_MS = 8_000;
const MOST_ADDED = 12;
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
/** No two hands type the same letter, so that their texts can be told apart. */
const ALPHABETS = ['abcdefghij', 'klmnopqrst', 'uvwxyzABCD'];

/** The blocks added by all hands, by id, with their latest names. */
export interface Added {
  /** The name is null once the block is deleted. */
  names: Map<string, string | null>;
}

/** A browser window with its simulated person. */
export interface Hand {
  page: Page;
  alphabet: string;
  /** By text block: all letters of this hand that must be there, in order. */
  typed: Map<string, string>;
  problems: string[];
  done: Record<string, number>;
  /** The number of failed steps. */
  failed: number;
}

export function newHand(page: Page, number: number): Hand {
  page.setDefaultTimeout(STEP_WITHIN_MS);
  const typed = new Map(TEXT_BLOCKS.map((name) => [name, '']));
  return { page, alphabet: ALPHABETS[number] ?? '', typed, problems: [], done: {}, failed: 0 };
}

export const lettersOf = (text: string, alphabet: string): string =>
  [...text].filter((letter) => alphabet.includes(letter)).join('');

export const nodeOf = (page: Page, name: string) => page.getByRole('group', { name: `${name}, ` });
export const urlOf = (page: Page) => page.getByRole('complementary').getByRole('combobox', { name: 'URL' });

/** Returns the text of the field; the suggestion in an empty field is an element and not part of it. */
export async function shownUrl(page: Page): Promise<string> {
  const isEmpty = (await urlOf(page).locator('.cm-placeholder').count()) > 0;
  return isEmpty ? '' : await urlOf(page).innerText();
}

async function toCanvas(page: Page): Promise<void> {
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
}

/** Focuses a block, even if it is covered or was moved. */
async function focusOn(page: Page, name: string): Promise<void> {
  await toCanvas(page);
  const node = nodeOf(page, name);
  if ((await node.count()) === 0) await page.keyboard.press('1');
  await node.focus();
}

export async function open(page: Page, name: string): Promise<void> {
  await focusOn(page, name);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary').getByLabel('Block name').waitFor();
  const shown = await page.getByLabel('Block name').inputValue();
  if (shown !== name) throw new Error(`Not ${name} is open but ${shown}.`);
  await urlOf(page).waitFor();
}

type Step = (hand: Hand, random: RandomNumbers, added: Added) => Promise<void>;

const textBlock = (random: RandomNumbers): string => TEXT_BLOCKS[random(TEXT_BLOCKS.length)] as string;

/** Compares the field with the typed text, so that a failure of the bench itself is not taken for a loss. */
async function compareTyped({ page, alphabet, typed, problems }: Hand, block: string): Promise<void> {
  const shown = lettersOf(await shownUrl(page), alphabet);
  if (shown === typed.get(block)) return;
  problems.push(`${block} showed "${shown}" right after "${typed.get(block)}" was typed`);
  typed.set(block, shown);
}

async function type(hand: Hand, random: RandomNumbers): Promise<void> {
  const { page, alphabet, typed } = hand;
  const block = textBlock(random);
  await open(page, block);
  await urlOf(page).click();
  for (let count = random(3); count >= 0; count -= 1) {
    const isAtStart = random(2) === 0;
    await page.keyboard.press(isAtStart ? 'Control+Home' : 'Control+End');
    const word = Array.from({ length: 3 + random(6) }, () => alphabet[random(alphabet.length)]).join('');
    await page.keyboard.type(word, { delay: random(60) });
    const before = typed.get(block) ?? '';
    typed.set(block, isAtStart ? word + before : before + word);
  }
  await compareTyped(hand, block);
  if (random(6) === 0) await undoTyped(hand, block, random);
}

/** Undoes the last step, which was typing here, and sometimes redoes it. */
async function undoTyped(hand: Hand, block: string, random: RandomNumbers): Promise<void> {
  const { page, alphabet, typed, problems } = hand;
  const before = typed.get(block) ?? '';
  const travel = async (keys: string) => {
    await toCanvas(page);
    await page.keyboard.press(keys);
    for (let tries = 1; ; tries += 1)
      try {
        await open(page, block);
        break;
      } catch (error) {
        // The effect of the keys must be read from the field.
        if (tries === 5) throw error;
      }
    return lettersOf(await shownUrl(page), alphabet);
  };
  const undone = await travel('Control+z');
  typed.set(block, undone);
  if (undone.length >= before.length) problems.push(`undo took nothing from ${block}: "${undone}"`);
  if (random(2) === 0) return;
  const redone = await travel('Control+Shift+z');
  typed.set(block, redone);
  if (redone !== before) problems.push(`redo made "${redone}" of ${block} where "${before}" was`);
}

async function move({ page }: Hand, random: RandomNumbers): Promise<void> {
  await focusOn(page, textBlock(random));
  await page.keyboard.press('Enter');
  await page.getByLabel('Block name').waitFor();
  await page.keyboard.press('Escape');
  const arrow = ARROWS[random(4)] as string;
  for (let count = random(4); count >= 0; count -= 1) await page.keyboard.press(`Alt+${arrow}`);
}

async function add({ page, alphabet, done }: Hand, random: RandomNumbers, added: Added): Promise<void> {
  if ([...added.names.values()].filter((name) => name !== null).length >= MOST_ADDED) return;
  await focusOn(page, textBlock(random));
  await page.keyboard.press('/');
  await page.getByPlaceholder(/Add a block|What comes next/).fill('request');
  await page.keyboard.press('Enter');
  await page.locator('[data-block-form]').locator(':focus').waitFor();
  const id = await page.locator('.react-flow__node.selected').first().getAttribute('data-id');
  if (id === null) throw new Error('No block was added.');
  added.names.set(id, await page.getByLabel('Block name').inputValue());
  const name = `${alphabet[0]}${done.add ?? 0}`;
  await giveName(page, name);
  added.names.set(id, name);
}

async function giveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Block name').fill(name);
  await page.keyboard.press('Enter');
  await nodeOf(page, name).waitFor();
}

/** Finds a block that this window shows. */
async function addedHere({ page }: Hand, random: RandomNumbers, { names }: Added) {
  const alive = [...names].flatMap(([id, name]) => (name === null ? [] : [{ id, name }]));
  const found = alive[random(Math.max(1, alive.length))];
  if (found === undefined) return null;
  const isThere =
    (await nodeOf(page, found.name)
      .getAttribute('data-id', { timeout: 500 })
      .catch(() => null)) !== null;
  return isThere ? found : null;
}

const rename: Step = async (hand, random, added) => {
  const found = await addedHere(hand, random, added);
  if (found === null) return;
  await open(hand.page, found.name);
  const name = `${hand.alphabet[1]}${hand.done.rename ?? 0}`;
  await giveName(hand.page, name);
  if (added.names.get(found.id) !== null) added.names.set(found.id, name);
};

const remove: Step = async (hand, random, added) => {
  const found = await addedHere(hand, random, added);
  if (found === null) return;
  const { page } = hand;
  await open(page, found.name); // selects it
  await nodeOf(page, found.name).focus();
  added.names.set(found.id, null);
  await page.keyboard.press('Delete');
  const node = page.locator(`.react-flow__node[data-id="${found.id}"]`);
  await node.waitFor({ state: 'detached' });
  if (random(3) > 0) return;
  await page.keyboard.press('Control+z');
  await page.keyboard.press('1');
  await node.waitFor();
  added.names.set(found.id, found.name);
};

const connect: Step = async ({ page }, random) => {
  await focusOn(page, textBlock(random));
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Connect to…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Connect / });
  await dialog.waitFor();
  await page.keyboard.type(textBlock(random));
  await page.keyboard.press('Enter');
  await toCanvas(page);
};

const group: Step = async ({ page, alphabet, done }, random) => {
  await move({ page } as Hand, random);
  await page.keyboard.press(`Shift+${ARROWS[random(4)]}`);
  await page.keyboard.press('Control+g');
  await page.getByRole('textbox', { name: 'Title of the group' }).waitFor();
  await page.keyboard.type(`${alphabet[2]}${done.group ?? 0}`);
  await page.keyboard.press('Enter');
};

const STEPS = { type, move, add, rename, remove, connect, group };
/** The relative frequency of each step. */
const OFTEN: Array<keyof typeof STEPS> = [
  ...Array.from({ length: 6 }, () => 'type' as const),
  ...(['move', 'move', 'add', 'add', 'rename', 'remove', 'connect', 'group'] as const),
];

export async function work(
  hand: Hand,
  random: RandomNumbers,
  added: Added,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const name = OFTEN[random(OFTEN.length)] as keyof typeof STEPS;
    try {
      await STEPS[name](hand, random, added);
      hand.done[name] = (hand.done[name] ?? 0) + 1;
    } catch (error) {
      hand.failed += 1;
      console.log(`    ${hand.alphabet[0]} ${name}: ${String(error).split('\n')[0]}`);
    }
  }
}
