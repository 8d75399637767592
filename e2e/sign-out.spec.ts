import { expect, test } from '@playwright/test';
import { makeAuthor, signInByForm } from './fixtures/author';

const PERSON = 'leaver';

test.beforeAll(({ baseURL }) => makeAuthor(baseURL, PERSON));

test('signing out leaves none of one’s work in the browser, and says so when something isn’t saved', async ({
  page,
}) => {
  await signInByForm(page, PERSON);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.getByRole('status', { name: 'Saving' }).or(page.getByText('Saved'))).toBeVisible();
  await page.route('**/api/workflows/*/edits', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  // By its header, because the output of its last run is a separate button.
  await page
    .locator('.react-flow__node')
    .first()
    .click({ position: { x: 40, y: 14 } });
  await page.keyboard.press('Delete');
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('millrace:')));
  await expect.poll(kept).not.toEqual([]);

  const signOut = async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const meWithCopy = async () =>
    (await fetch(new URL('/api/me', page.url()), { headers: { cookie } })).status;
  expect(await meWithCopy()).toBe(200);
  await signOut();
  await page.getByRole('button', { name: 'Sign out anyway' }).click();
  await page.waitForURL(/sign-in/);
  expect(await kept()).toEqual([]);
  expect(await meWithCopy()).toBe(401);
});
