import { expect, type Page, test } from '@playwright/test';
import { makeAuthor, PASSWORD, signIn, signInByForm } from './fixtures/author';
import { resetLink } from './fixtures/product';

/** Makes a call in the page's session, with the headers that a browser adds. */
async function change(page: Page, method: string, path: string, data?: unknown) {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
  expect(answer.ok()).toBe(true);
  const text = await answer.text();
  return text === '' ? null : JSON.parse(text);
}

test('who becomes an admin may invite at once; who is removed is led out with words', async ({
  page,
  browser,
  baseURL,
}) => {
  const { workspaceId } = await makeAuthor(baseURL, 'host');
  await makeAuthor(baseURL, 'guest');
  await signIn(page, 'host');
  const guestPage = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();
  await guestPage.clock.install();
  const rolesAreAskedFor = () => guestPage.clock.fastForward(15_000);
  await signIn(guestPage, 'guest');
  const members = `/api/workspaces/${workspaceId}/members`;
  const invitation = { email: 'guest@example.com', role: 'reader' };
  const { link } = await change(page, 'POST', `/api/workspaces/${workspaceId}/invitations`, invitation);
  const token = new URL(link).pathname.split('/').at(-1);
  await change(guestPage, 'POST', `/api/invitations/${token}/accept`, {});

  await guestPage.goto(`/w/${workspaceId}/settings/members`);
  await expect(guestPage.getByText('guest@example.com')).toBeVisible();
  const invite = guestPage.getByRole('button', { name: 'Invite' });
  await expect(invite).toBeHidden();
  const { data } = await (await page.request.get(members)).json();
  const guest = data.find(({ email }: { email: string }) => email === invitation.email);
  await change(page, 'PATCH', `${members}/${guest.userId}`, { role: 'admin' });
  await rolesAreAskedFor();
  await expect(invite).toBeVisible();
  await expect(guestPage.getByRole('row', { name: /guest@example.com/ })).toContainText('Admin');

  await change(page, 'DELETE', `${members}/${guest.userId}`);
  const farewell = guestPage.getByRole('heading', { name: 'You are no longer a member of Robots' });
  await rolesAreAskedFor();
  await expect(farewell).toBeVisible();
  await guestPage.getByRole('link', { name: 'Go to your other workspaces' }).click();
  await guestPage.waitForURL((url) => /\/w\//.test(url.pathname) && !url.pathname.includes(workspaceId));
  await guestPage.context().close();
});

test('a lost password: the sign-in page says what to do, and the operator’s link works once', async ({
  page,
  baseURL,
}) => {
  await makeAuthor(baseURL, 'forgetful');
  await page.goto('/sign-in');
  await page.getByText('Forgot your password?').click();
  await expect(page.getByText('npm run -s cli -- reset-password')).toBeVisible();

  const link = await resetLink({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR }, 'forgetful');
  const path = new URL(link).pathname;
  await page.goto(path);
  await expect(page.getByText('For forgetful@example.com.')).toBeVisible();
  const password = page.getByLabel('New password', { exact: true });
  await password.fill(' '.repeat(12));
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page.getByText('Use at least 10 characters; spaces at the ends don’t count.')).toBeVisible();
  await password.fill('remembered this time');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.waitForURL(/\/w\//);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
});

test('signing out everywhere ends the other browser’s session too', async ({ page, browser, baseURL }) => {
  const { workspaceId } = await makeAuthor(baseURL, 'wanderer');
  const other = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage();
  for (const each of [page, other]) await signInByForm(each, 'wanderer');
  await page.goto(`/w/${workspaceId}/settings/profile`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(/sign-in/);
  await other.goto(`/w/${workspaceId}`);
  await other.waitForURL(/sign-in/);
  await other.context().close();
});

test('a link to the sign-in page leads nowhere else afterwards', async ({ page, baseURL }) => {
  await makeAuthor(baseURL, 'lured');
  await page.goto('/sign-in?next=/%09/evil.invalid');
  await page.getByLabel('E-mail').fill('lured@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Workflows' }).waitFor();
  expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin);
});
