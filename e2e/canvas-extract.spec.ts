import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed as block, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'extractor';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const transform = (id: string, x: number, value: string) => ({
  id,
  type: 'transform',
  name: id,
  position: { x, y: 0 },
  config: { fields: [{ name: 'text', type: 'any', value }] },
});

const LINE: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    first: transform('first', 256, 'Hello'),
    second: transform('second', 512, '<first.result.text>, Ada'),
    third: transform('third', 768, '<second.result.text>!'),
    answer: {
      id: 'answer',
      type: 'response',
      name: 'answer',
      position: { x: 1024, y: 0 },
      config: { body: '<third.result.text>' },
    },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'first' },
    { id: 'e2', source: 'first', target: 'second' },
    { id: 'e3', source: 'second', target: 'third' },
    { id: 'e4', source: 'third', target: 'answer' },
  ],
};

test('blocks become a workflow of their own, which runs, and come back in its place', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Extracts', LINE);
  const names = async () =>
    Object.values((await savedDocument(page, author, id)).blocks)
      .map(({ name }) => name)
      .sort();
  await block(page, 'second').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowRight');
  await block(page, 'second').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Extract to a workflow…' }).click();

  const dialog = page.getByRole('dialog', { name: 'Extract 2 blocks to a workflow' });
  await expect(dialog.getByText('first_result ← <first.result>')).toBeVisible();
  await expect(dialog.getByText('<third.result>')).toBeVisible();
  await expectAccessible(page, 'the dialog that extracts blocks');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Greet');
  await dialog.getByRole('button', { name: 'Extract and publish' }).click();
  await expect(dialog).toBeHidden();
  await expect(block(page, 'Greet')).toBeVisible();
  await expect.poll(names).toEqual(['Greet', 'answer', 'first', 'start']);
  const run = await author.call<{ output: unknown }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  expect(run.body.output).toBe('Hello, Ada!');

  await block(page, 'Greet').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Inline its workflow' }).click();
  await expect(block(page, 'third')).toBeVisible();
  await expect.poll(names).toEqual(['answer', 'first', 'second', 'start', 'third']);
});
