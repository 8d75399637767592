import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';

const PERSON = 'saver';
let author: KeyHolder;

test.describe.configure({ timeout: patient(120_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const ONLY_START: WrittenDocument = {
  blocks: { start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} } },
  edges: [],
};

test('a budget of two runs holds the third, which starts when somebody releases it', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Frugal', ONLY_START);
  const executions = `/api/v1/workflows/${id}/executions?mode=async`;
  await author.call('POST', `/api/v1/workflows/${id}/publish`, {});
  await page.goto(`/w/${author.workspaceId}/settings/budgets`);
  await expect(page.getByText('No budgets yet')).toBeVisible();
  await page.getByRole('button', { name: 'New budget' }).click();
  const dialog = page.getByRole('dialog', { name: 'New budget' });
  await dialog.getByLabel('Limit').fill('0');
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await expect(dialog).toContainText('Choose a workflow, or all runs.');
  await dialog.getByLabel('Of', { exact: true }).click();
  await page.getByRole('option', { name: 'Frugal' }).click();
  await dialog.getByLabel('Count').click();
  await page.getByRole('option', { name: 'Runs', exact: true }).click();
  await dialog.getByLabel('Limit').fill('2');
  await dialog.getByLabel('Window, minutes').fill('60');
  await expectAccessible(page, 'a new budget');
  await dialog.getByRole('button', { name: 'Save budget' }).click();
  await expect(dialog).toBeHidden();
  const budget = page.getByRole('row').filter({ hasText: '2 runs within 1 hour' });
  await expect(budget).toContainText('0 of 2');

  for (let run = 0; run < 2; run++) await author.call('POST', executions, { input: {} });
  const holdOf = async () =>
    (await author.call<{ data: { reason: string } | null }>('GET', `/api/v1/workflows/${id}/hold`)).body.data;
  await expect.poll(holdOf, { timeout: patient(30_000) }).toMatchObject({
    reason: 'Budget reached: 2 runs within 1 hour.',
  });
  const third = await author.call<{ executionId: string }>('POST', executions, { input: {} });
  expect(third.status).toBe(202);
  await page.reload();
  await expect(budget).toContainText('Reached');
  await expectAccessible(page, 'a budget that was reached');

  await page.goto(`/w/${author.workspaceId}`);
  await page.getByRole('button', { name: /^Frugal: Held: 1/ }).click();
  const held = page.getByRole('dialog', { name: 'Hold on Frugal' });
  await expect(held).toContainText('Budget reached: 2 runs within 1 hour.');
  await held.getByRole('button', { name: 'Release' }).click();
  const statusOf = async () =>
    (await author.call<{ status: string }>('GET', `/api/v1/executions/${third.body.executionId}`)).body
      .status;
  await expect.poll(statusOf).toBe('success');
});
