import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';

const PERSON = 'bulk-repairer';
let author: KeyHolder;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON, { isUnlimited: true });
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const withCode = (code: string): WrittenDocument => ({
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    check: { id: 'check', type: 'function', name: 'check', position: { x: 330, y: 0 }, config: { code } },
  },
  edges: [{ id: 'e', source: 'start', target: 'check' }],
});

test('a forecast, then all failed runs again with the repaired version, then their deletion', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Orders', withCode('throw new Error("a fault")'));
  const path = `/api/v1/workflows/${id}`;
  for (const n of [1, 2, 3]) await author.call('POST', `${path}/executions?version=draft`, { input: { n } });
  expect((await author.call('PUT', path, { document: withCode('return 1') })).status).toBe(200);

  await page.goto(`/w/${author.workspaceId}/logs?workflowIds=${id}&level=error`);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3);
  await page.getByRole('button', { name: 'All that match…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change many runs' });
  await expect(dialog).toContainText('3 runs match.');
  await dialog.getByRole('radio', { name: 'Draft' }).click();
  await dialog.getByRole('button', { name: 'Forecast' }).click();
  await expect(dialog.getByRole('list', { name: 'Report' })).toContainText('3 would succeed');
  await expectAccessible(page, 'a forecast');
  await dialog.getByLabel('Runs a second').fill('50');
  await dialog.getByRole('button', { name: 'Run again' }).click();

  await expect(page).toHaveURL(/\/bulk\?job=[0-9a-f-]+$/);
  await expect(page.getByText('3 succeeded')).toBeVisible({ timeout: patient(60_000) });
  await expectAccessible(page, 'the report of a job');

  await page.goto(`/w/${author.workspaceId}/logs?workflowIds=${id}&level=error`);
  await page.getByRole('button', { name: 'All that match…' }).click();
  await dialog.getByRole('radio', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete runs' }).click();
  await expect(page.getByText('3 deleted')).toBeVisible({ timeout: patient(60_000) });
  const { body } = await author.call<{ data: unknown[] }>(
    'GET',
    `/api/v1/logs?workspaceId=${author.workspaceId}&workflowIds=${id}&level=error`,
  );
  expect(body.data).toEqual([]);
});
