import { expect, type Locator, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'decider';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

const at = (x: number, y = 0) => ({ x: x * 330, y });
const DECIDING: WrittenDocument = {
  blocks: {
    a: {
      id: 'a',
      type: 'start',
      name: 'start',
      position: at(0),
      config: { fields: [{ name: 'n', type: 'number' }] },
    },
    b: {
      id: 'b',
      type: 'function',
      name: 'double',
      position: at(1),
      config: { code: 'console.log("doubling <start.n>");\nreturn { twice: <start.n> * 2 };' },
    },
    c: {
      id: 'c',
      type: 'condition',
      name: 'check',
      position: at(2),
      config: { branches: [{ id: 'big', label: 'Big', expression: '<double.result.twice> > 10' }] },
    },
    d: {
      id: 'd',
      type: 'response',
      name: 'yes',
      position: at(3, -120),
      config: { body: '<double.result.twice>' },
    },
    e: { id: 'e', type: 'response', name: 'no', position: at(3, 120), config: { body: 'by <check.branch>' } },
  },
  edges: [
    { id: 'e1', source: 'a', target: 'b' },
    { id: 'e2', source: 'b', target: 'c' },
    { id: 'e3', source: 'c', sourceHandle: 'big', target: 'd' },
    { id: 'e4', source: 'c', sourceHandle: 'else', target: 'e' },
  ],
};

const TEMPLATES = `return \`\${<start.n>}\${<start.n>}\`;`;

/** Blocks, the element below a text field that is still loading, and the name of the field's editor. */
const LOADED_LATE = [
  { block: 'check', below: 'Add a branch', role: 'combobox', editor: 'Value of rule 1 of Big' },
  { block: 'double', below: 'The body of an async function.', role: 'textbox', editor: 'Code' },
] as const;

/** Records the vertical positions of an element from now on, frame by frame. */
const watchHeight = (target: Locator) =>
  target.evaluateHandle((element) => {
    const heights = new Set<number>();
    const note = () => {
      heights.add(element.getBoundingClientRect().y);
      requestAnimationFrame(note);
    };
    note();
    return heights;
  });

test('the forms of code: nothing moves while they load, templates stay, branches are edited', async ({
  page,
}) => {
  await signIn(page, PERSON);
  const { b, ...others } = DECIDING.blocks;
  const id = await openWorkflow(page, author, 'Branching', {
    ...DECIDING,
    blocks: {
      ...others,
      b: { ...b, config: { code: `${'// a line\n'.repeat(30)}return { twice: <start.n> * 2 };` } },
      f: { id: 'f', type: 'function', name: 'quotes', position: at(1, 300), config: { code: TEMPLATES } },
    },
  });
  await test.step('nothing moves when the editor of a text has come', () => expectUnmoved(page));
  await test.step('the form of a function shows code with templates', async () => {
    await openBlock(page, 'quotes');
    await expect(page.getByRole('textbox', { name: 'Code' })).toHaveText(TEMPLATES);
  });
  await test.step('branches are added, named and removed, and connections follow', () =>
    editBranches(page, id));
});

async function expectUnmoved(page: Page): Promise<void> {
  // The panels are loaded: only the editor is still pending.
  await openBlock(page, 'start');
  for (const { block, below, role, editor } of LOADED_LATE) {
    let letCome = (): void => undefined;
    const coming = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await page.route('**/_next/static/**', async (route) => {
      await coming;
      await route.continue();
    });
    await openBlock(page, block);
    const text = page.locator('[aria-busy]').first();
    await expect(text).toBeVisible();
    const heights = await watchHeight(page.getByText(below));
    letCome();
    await expect(page.getByRole(role, { name: editor })).toBeVisible();
    await expect(text).toHaveCount(0);
    expect(await heights.evaluate((seen) => [...seen])).toHaveLength(1);
    await page.unroute('**/_next/static/**');
  }
}

async function editBranches(page: Page, id: string): Promise<void> {
  await openBlock(page, 'check');
  await page.getByRole('button', { name: 'Add a branch' }).click();
  await page.getByLabel('Name of branch 2').fill('Small');
  await page.getByRole('radiogroup', { name: 'How Small is written' }).getByText('Code').click();
  await page.getByRole('textbox', { name: 'Expression of Small' }).fill('<double.result.twice> < 3');
  await expect
    .poll(() => savedDocument(page, author, id))
    .toMatchObject({
      blocks: {
        c: {
          config: {
            branches: [
              { id: 'big' },
              { id: 'branch-2', label: 'Small', expression: '<double.result.twice> < 3' },
            ],
          },
        },
      },
    });
  await page.getByRole('button', { name: 'Remove Big' }).click();
  await expect
    .poll(async () => (await savedDocument(page, author, id)).edges.map((edge) => edge.id))
    .toEqual(['e1', 'e2', 'e4']);
}
