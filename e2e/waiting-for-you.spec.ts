import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { alive, makeAuthor, openWorkflow, signIn } from './fixtures/author';

const PERSON = 'decider';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

const position = { x: 0, y: 0 };
const APPROVAL: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position, config: {} },
    sum: {
      id: 'sum',
      type: 'function',
      name: 'sum',
      position: { x: 330, y: 0 },
      config: { code: 'return { total: 4711 };' },
    },
    ask: {
      id: 'ask',
      type: 'wait',
      name: 'ask',
      position: { x: 660, y: 0 },
      config: { kind: 'approval', title: 'Pay the invoice?', text: 'Of <sum.result.total> USD.' },
    },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'sum' },
    { id: 'e2', source: 'sum', target: 'ask' },
  ],
};

async function parkedRun(id: string): Promise<string> {
  const { body } = await author.call<{ executionId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  const state = async () =>
    (await author.call<{ status: string }>('GET', `/api/v1/executions/${body.executionId}`)).body.status;
  await expect.poll(state).toBe('parked');
  return body.executionId;
}

test('an approval whose page was closed is found in the inbox, looked into and given', async ({ page }) => {
  await signIn(page, PERSON);
  const executionId = await parkedRun(await author.createWorkflow('Invoices', APPROVAL));
  await page.goto(`/w/${author.workspaceId}`);
  await alive(page);
  const row = page.getByRole('listitem').filter({ hasText: 'Invoices' });
  await expect(row.getByText('1 waiting')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Workspace' });
  await sidebar.getByRole('link', { name: /Waiting for you\s*1/ }).click();
  const waits = page.getByRole('list', { name: 'Approvals' });
  await expect(waits.getByText('Pay the invoice?')).toBeVisible();
  await expect(waits.getByText('Of 4711 USD.')).toBeVisible();
  await expectAccessible(page, 'waiting for you');

  await waits.getByRole('link', { name: 'Open the run' }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${executionId}$`));
  const done = page.getByRole('region', { name: 'Done so far' });
  await done.getByRole('button', { name: /sum/ }).click();
  await expect(done.getByText('4711').first()).toBeVisible();
  await expectAccessible(page, 'a run that waits');

  const form = await page.getByRole('link', { name: 'Open the form' }).getAttribute('href');
  const approver = await page.context().newPage();
  await approver.goto(form!);
  await expect(approver.getByText('Invoices', { exact: true })).toBeVisible();
  await expect(approver.getByRole('link', { name: 'See its data' })).toHaveAttribute(
    'href',
    new RegExp(`/runs/${executionId}$`),
  );
  await approver.getByRole('button', { name: 'Approve' }).click();
  await expect(approver.getByRole('heading', { name: 'Approved' })).toBeVisible();
  await expect(page).toHaveURL(/\/logs\/[0-9a-f-]+$/);
  await expect(page.getByText('waited', { exact: true })).toBeVisible();

  await page.goto(`/w/${author.workspaceId}/waiting`);
  await expect(page.getByRole('heading', { name: 'Nothing is waiting for you' })).toBeVisible();
});

test('it is in the list of runs and in the editor’s menu, too', async ({ page }) => {
  await signIn(page, PERSON);
  const id = await openWorkflow(page, author, 'Orders', APPROVAL);
  await parkedRun(id);
  await page.getByRole('button', { name: 'More ways to run' }).click();
  const inMenu = page.getByRole('menuitem', { name: /Waiting.*Open the form/ });
  const form = await inMenu.getAttribute('href');
  expect(form).toContain('/wait/');
  await page.keyboard.press('Escape');
  await page.goto(`/w/${author.workspaceId}/logs?workflowIds=${id}`);
  const running = page.getByRole('region', { name: 'Running (1)' });
  await expect(running.getByRole('link', { name: 'Open the form' })).toHaveAttribute('href', form!);
});

test('the list of workflows sorts by name, last run and edit', async ({ page }) => {
  await signIn(page, PERSON);
  const quick: WrittenDocument = { blocks: { start: APPROVAL.blocks.start! }, edges: [] };
  const [first, second] = [
    await author.createWorkflow('AA sorted', quick),
    await author.createWorkflow('BB sorted', quick),
  ];
  for (const id of [second, first])
    expect((await author.call('POST', `/api/v1/workflows/${id}/executions`, { input: {} })).status).toBe(200);
  await page.goto(`/w/${author.workspaceId}`);
  await page.getByLabel('Filter workflows by name').fill('sorted');
  const names = page.getByRole('listitem').getByRole('link', { name: /sorted/ });
  const main = page.getByRole('main').locator(names);
  await page.getByRole('button', { name: 'Sort by edited' }).click();
  await expect(main).toContainText(['BB sorted', 'AA sorted']);
  await page.getByRole('button', { name: 'Sort by last run' }).click();
  await expect(main).toContainText(['AA sorted', 'BB sorted']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sort by last run' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
