import { expect, test } from '@playwright/test';
import { expectAccessible } from './fixtures/audit-page';
import { login } from './fixtures/owner';

test('the installation’s owner agrees on limits for an enterprise, and they hold at once', async ({
  page,
}) => {
  await login(page);
  const workspaceId = new URL(page.url()).pathname.split('/')[2];
  await page.goto(`/w/${workspaceId}/settings/plan`);
  await expect(page.getByText('0 of 500', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Change plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change plan' });
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: /enterprise/i }).click();
  await dialog.getByLabel('Synchronous runs per minute', { exact: true }).fill('3');
  await dialog.getByLabel('Usage per month, in USD').fill('12.5');
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('0 of 3', { exact: true })).toBeVisible();
  await expect(page.getByText('$0 of $12.50')).toBeVisible();
  await expect(page.getByText('0 of 600', { exact: true })).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Change plan' }).click();
  await expect(dialog.getByLabel('Synchronous runs per minute', { exact: true })).toHaveValue('3');
  await dialog.getByRole('combobox').click();
  await page.getByRole('option', { name: /free/i }).click();
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(page.getByText('0 of 50', { exact: true })).toBeVisible();
});

test('the installation’s owner sees what runs, what waits and where the disk goes', async ({ page }) => {
  await login(page);
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await page.goto(`/w/${new URL(page.url()).pathname.split('/')[2]}/settings/general`);
  await sections.getByRole('link', { name: 'Operations' }).click();
  for (const name of ['Operations', 'Queues', 'Processes', 'Failing webhooks', 'Database', 'Maintenance'])
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'runtime.log', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'OK', exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'operations');
});
