import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';
import { UPSTREAM } from './fixtures/upstream';

const PERSON = 'restorer';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const DOCUMENT: WrittenDocument = {
  blocks: { s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
  edges: [],
};

test('a deleted workflow is restored, on hold, or deleted for good', async ({ page }) => {
  const [kept, gone] = [
    await author.createWorkflow('Orders', DOCUMENT),
    await author.createWorkflow('Refunds', DOCUMENT),
  ];
  for (const id of [kept, gone]) await author.call('DELETE', `/api/v1/workflows/${id}`);
  await page.goto(`/w/${author.workspaceId}/settings/deleted`);
  await expect(page.getByRole('row', { name: /Orders/ })).toContainText('just now by');
  await expectAccessible(page, 'recently deleted');

  await page.getByRole('button', { name: 'Restore Orders', exact: true }).click();
  await expect(page.getByText('Restored Orders. It is on hold.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Orders/ })).toBeHidden();
  const hold = await author.call<{ data: { workflowId: string } }>('GET', `/api/v1/workflows/${kept}/hold`);
  expect(hold.body.data.workflowId).toBe(kept);

  await page.getByRole('button', { name: 'Delete Refunds for good…', exact: true }).click();
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await expect(page.getByText('No deleted workflows')).toBeVisible();
});

test('a deleted subscription is restored, paused, and a folder with what was in it', async ({ page }) => {
  const workflowId = await author.createWorkflow('Filed', DOCUMENT);
  const { workspaceId } = author;
  type Made = { data: { id: string } };
  const folder = await author.call<Made>('POST', '/api/v1/folders', { workspaceId, name: 'Invoices' });
  await author.call('PATCH', `/api/v1/workflows/${workflowId}`, { folderId: folder.body.data.id });
  const settings = { workspaceId, workflowId, url: `${UPSTREAM}/hook`, name: 'Billing' };
  const webhook = await author.call<Made>('POST', '/api/v1/webhooks', settings);
  await author.call('DELETE', `/api/v1/webhooks/${webhook.body.data.id}`);
  await author.call('DELETE', `/api/v1/folders/${folder.body.data.id}`);
  await page.goto(`/w/${workspaceId}/settings/deleted`);
  await page.getByRole('button', { name: 'Restore Billing', exact: true }).click();
  await expect(page.getByText('Restored Billing. It is paused.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore Invoices', exact: true }).click();
  await expect(page.getByText('Restored the folder Invoices')).toBeVisible();
  const restored = await author.call<{ data: { active: boolean } }>(
    'GET',
    `/api/v1/webhooks/${webhook.body.data.id}`,
  );
  expect(restored.body.data.active).toBe(false);
  const filed = await author.call<{ data: { folderId: string } }>('GET', `/api/v1/workflows/${workflowId}`);
  expect(filed.body.data.folderId).toBe(folder.body.data.id);
});
