import { expect, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import {
  blockNamed as block,
  makeAuthor,
  openBlock,
  openWorkflow,
  runToTheEnd,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'caller';
const at = { x: 0, y: 0 };
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

test('a workflow calls another, chosen by its name, and each log leads to the other', async ({ page }) => {
  const greeting = await author.createWorkflow('Write a greeting', {
    blocks: {
      start: {
        id: 'start',
        type: 'start',
        name: 'start',
        position: at,
        config: { fields: [{ name: 'who', type: 'string', required: true }] },
      },
      answer: {
        id: 'answer',
        type: 'response',
        name: 'answer',
        position: { x: 330, y: 0 },
        config: { body: '{"text": "Hello, <start.who>!"}' },
      },
    },
    edges: [{ id: 'e', source: 'start', target: 'answer' }],
  });
  const id = await openWorkflow(page, author, 'Calls another', {
    blocks: { start: { id: 'start', type: 'start', name: 'start', position: at, config: {} } },
    edges: [],
  });
  await page.getByRole('button', { name: 'Add a block after start' }).click();
  await page.getByPlaceholder('What comes next?').fill('workflow');
  await page.getByRole('option', { name: /^Workflow/ }).click();

  const panel = page.locator('[data-block-form]');
  await panel.getByText('Choose a workflow', { exact: true }).click();
  await page.getByPlaceholder('Search workflows').fill('greeting');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('link', { name: 'Open' })).toHaveAttribute('href', new RegExp(greeting));
  await panel.getByRole('button', { name: 'Add its inputs: who' }).click();
  await panel.getByRole('textbox', { name: 'Value of who' }).click();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Escape');
  const { blocks } = await savedDocument(page, author, id);
  const called = Object.values(blocks).find(({ type }) => type === 'workflow');
  expect(called?.config).toEqual({
    workflowId: greeting,
    input: [{ name: 'who', type: 'string', value: 'Ada' }],
  });

  await runToTheEnd(page);
  await openBlock(page, 'workflow');
  await panel.getByRole('tab', { name: /Last run/ }).click();
  await expect(panel.getByText('Hello, Ada!').first()).toBeVisible();
  await panel.getByRole('link', { name: 'Open the log of the called workflow' }).click();
  await expect(page.getByText('Called by', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Open the caller’s log' }).click();
  await expect(page.getByText('Called by', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Calls another' })).toBeVisible();
});

test('a chosen workflow that was deleted is told of, and another one can be chosen', async ({ page }) => {
  const gone = await author.createWorkflow('Short-lived', { blocks: {}, edges: [] });
  await author.call('DELETE', `/api/v1/workflows/${gone}`);
  await openWorkflow(page, author, 'Calls what is gone', {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position: at, config: {} },
      call: {
        id: 'call',
        type: 'workflow',
        name: 'call',
        position: { x: 330, y: 0 },
        config: { workflowId: gone },
      },
    },
    edges: [{ id: 'e', source: 'start', target: 'call' }],
  });
  await block(page, 'call').click();
  await expect(page.getByText('This workflow was deleted.')).toBeVisible();
});
