import { expect, test } from '@playwright/test';
import { expectAccessible } from './fixtures/audit-page';
import { OWNER } from './fixtures/owner';

// A single test, because afterwards the owner exists permanently.
test('a stranger creates the owner, once, runs the example and opens its log', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to Millrace' })).toBeVisible();
  await expectAccessible(page, 'set-up');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expectAccessible(page, 'set-up, refused');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByLabel('Workspace name').fill(OWNER.workspace);
  await page.getByRole('button', { name: 'Create account' }).click();

  await page
    .getByRole('main')
    .getByRole('link', { name: /Say hello/ })
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.getByRole('button', { name: /^Run Ctrl/ }).click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByText('Success', { exact: true })).toBeVisible();
  await expect(run.getByText(/Hello, \w+!/)).toBeVisible();
  const api = page.getByRole('group', { name: 'greeting, api block' });
  await expect(api.getByRole('status')).toContainText('Success');

  await api.click();
  await page.getByRole('tab', { name: 'Last run' }).click();
  await expect(page.getByText('201').first()).toBeVisible();

  await run.getByRole('link', { name: 'Open log' }).click();
  await expect(page).toHaveURL(/\/logs\?.*log=/);
  const log = page.getByRole('complementary', { name: 'Say hello' });
  await expect(log.getByText('Manual')).toBeVisible();
  await log.getByRole('button', { name: /greeting/ }).click();
  await expect(log.getByRole('heading', { name: /greeting/ })).toBeVisible();
  await expect(log.getByText(/Hello, \w+!/).first()).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Sign in to Millrace' })).toBeVisible();
});
