import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { expectErrors, makeAuthor, signIn } from './fixtures/author';

test.use({ serviceWorkers: 'allow' });

let author: KeyHolder;
let person: string;
test.beforeAll(async ({ baseURL }, { workerIndex }) => {
  person = `offline-${workerIndex}`;
  author = await makeAuthor(baseURL, person);
});

/** Waits until the worker controls the page: from then on it loads the pages of this origin. */
const workerTakesOver = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

test('offline, a page that can’t be loaded says so, and opens once the network is back', async ({ page }) => {
  expectErrors(page, /^Failed to fetch RSC payload/);
  await signIn(page, person);
  await page.goto(`/w/${author.workspaceId}/logs`);
  await workerTakesOver(page);
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expect(page).toHaveURL(/\/overview/);
  await expectAccessible(page, 'offline');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Still offline.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});
