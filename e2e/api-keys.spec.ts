import { expect, test } from '@playwright/test';
import { login } from './fixtures/owner';

test('a key is shown once, reads logs, and stops working when it is revoked', async ({ page, baseURL }) => {
  await login(page);
  const workspaceId = new URL(page.url()).pathname.split('/')[2];
  await page.goto(`/w/${workspaceId}/settings/api-keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nightly report');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByLabel('API key', { exact: true }).inputValue();
  expect(secret).toMatch(/^millrace_live_[0-9A-Za-z]{36}$/);

  await page.keyboard.press('Escape');
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'I have it' }).click();
  const row = page.getByRole('row', { name: /Nightly report/ });
  await expect(row).toContainText(`…${secret.slice(-4)}`);
  await expect(page.getByText(secret)).toHaveCount(0);

  const read = () =>
    fetch(`${baseURL}/api/v1/logs?workspaceId=${workspaceId}`, { headers: { 'x-api-key': secret } });
  expect((await read()).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toHaveCount(0);
  await expect.poll(async () => (await read()).status).toBe(401);
});
