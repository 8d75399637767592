import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import {
  blockNamed,
  makeAuthor,
  openBlock,
  openWorkflow,
  runToTheEnd,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'shaper';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const at = (x: number) => ({ x: x * 330, y: 0 });
const SHAPING: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: at(0) },
    v: { id: 'v', type: 'variables', name: 'variables', position: at(1) },
    t: { id: 't', type: 'transform', name: 'transform', position: at(2) },
    r: {
      id: 'r',
      type: 'response',
      name: 'answer',
      position: at(3),
      config: { body: '<transform.result>' },
    },
  },
  edges: [
    { id: 'e1', source: 's', target: 'v' },
    { id: 'e2', source: 'v', target: 't' },
    { id: 'e3', source: 't', target: 'r' },
  ],
};

test('a note is written on the canvas, kept, and never runs', async ({ page }) => {
  const lone = { blocks: { s: SHAPING.blocks.s!, r: SHAPING.blocks.r! }, edges: [] };
  const id = await openWorkflow(page, author, 'Noted', {
    ...lone,
    edges: [{ id: 'e1', source: 's', target: 'r' }],
  });
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await page.locator('.react-flow__pane').click({ position: { x: 200, y: 100 }, button: 'right' });
  await page.getByRole('menuitem', { name: /Add a block/ }).click();
  await page.getByRole('option', { name: /^Note/ }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Runs at night.\nAsk Ada.');
  await expect(blockNamed(page, 'note').getByText('Ask Ada.')).toBeVisible();
  const { blocks } = await savedDocument(page, author, id);
  expect(Object.values(blocks).find(({ type }) => type === 'note')?.config).toEqual({
    text: 'Runs at night.\nAsk Ada.',
  });
  await page.keyboard.press('Escape');
  await runToTheEnd(page);
  await page.reload();
  await expect(blockNamed(page, 'note').getByText('Runs at night.')).toBeVisible();
});

async function addValue(page: Page, name: string, value: string, type?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a value' }).click();
  const count = await page.getByRole('textbox', { name: /^Name of value/ }).count();
  await page.getByRole('textbox', { name: `Name of value ${count}` }).fill(name);
  if (type !== undefined) {
    await page.getByRole('combobox', { name: `Type of ${name}` }).click();
    await page.getByRole('option', { name: type }).click();
  }
  await page.getByRole('textbox', { name: `Value of ${name}` }).fill(value);
  await page.keyboard.press('Escape');
}

test('variables are set, offered and read, and a transform builds an object without code', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Shaping', SHAPING);
  await openBlock(page, 'variables');
  await addValue(page, 'count', '3', 'Number');
  await openBlock(page, 'transform');
  await addValue(page, 'zip', '01234', 'Text');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByRole('textbox', { name: 'Name of value 2' }).fill('how many');
  await page.getByRole('textbox', { name: 'Value of how many' }).pressSequentially('<variable.c');
  await page.getByRole('option', { name: /variable\.count/ }).click();
  await expect
    .poll(async () => (await savedDocument(page, author, id)).blocks.t?.config)
    .toEqual({
      fields: [
        { name: 'zip', type: 'string', value: '01234' },
        { name: 'how many', type: 'any', value: '<variable.count>' },
      ],
    });
  await page.keyboard.press('Escape');
  await runToTheEnd(page);
  const run = await author.call<{ output: unknown }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  expect(run.body.output).toEqual({ zip: '01234', 'how many': 3 });
});
