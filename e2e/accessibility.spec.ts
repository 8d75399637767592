import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'looker';
let author: KeyHolder;
let workflowId: string;

/** One block of each kind, one that fails, and a reference to nobody, so that problems are seen too. */
const EVERYTHING: WrittenDocument = {
  blocks: {
    a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: {
      id: 'b',
      type: 'function',
      name: 'double',
      position: { x: 330, y: 0 },
      config: { code: 'return { n: 2 }' },
    },
    c: {
      id: 'c',
      type: 'api',
      name: 'call',
      position: { x: 660, y: 0 },
      config: {
        url: 'http://10.1.2.3/<double.n>',
        method: 'POST',
        params: [{ key: 'q', value: '<gone.x>' }],
      },
    },
    d: { id: 'd', type: 'api', name: 'unfinished', position: { x: 660, y: 260 } },
  },
  edges: [
    { id: 'e1', source: 'a', target: 'b' },
    { id: 'e2', source: 'b', target: 'c' },
  ],
};

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  workflowId = await author.createWorkflow('Everything', EVERYTHING);
  const executions = `/api/v1/workflows/${workflowId}/executions`;
  await author.call('POST', executions, { input: {} });
});

test.describe.configure({ timeout: 240_000 });

const go = (page: Page, path: string) => page.goto(`/w/${author.workspaceId}${path}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('pages for everybody: no violation in either theme, at either width', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByText('Forgot your password?').click();
  await expectAccessible(page, 'sign-in');
  await page.goto('/invite/nothing');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, 'invitation');
  await page.goto('/reset-password/nothing');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, 'password link');
  await page.goto('/nowhere');
  await expectAccessible(page, 'not found');
});

test('the API reference: no violation, and narrow screens have its contents too', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /^List execution logs/ })).toBeVisible();
  await expectAccessible(page, 'docs');
  await page.getByText('Contents').click();
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Errors' }).click();
  await expect(page.getByRole('heading', { name: 'Errors' })).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden();
});

test('the list and the logs: no violation', async ({ page }) => {
  await signIn(page, PERSON);
  await expect(page.getByRole('link', { name: /Everything/ }).first()).toBeVisible();
  await expectAccessible(page, 'workflows');
  await press(page, 'New workflow');
  await expectAccessible(page, 'new workflow');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expectAccessible(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expectAccessible(page, 'palette');

  await go(page, '/logs?level=error');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'logs');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('option').first().click();
  for (const tab of ['Trace', 'Output', 'Workflow as it ran', 'Webhooks']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectAccessible(page, `log, ${tab}`);
  }
});

test('settings: no violation', async ({ page }) => {
  await signIn(page, PERSON);
  for (const section of ['general', 'members', 'variables', 'plan', 'api-keys', 'profile']) {
    await go(page, `/settings/${section}`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectAccessible(page, section);
  }
  await go(page, '/settings/api-keys');
  await press(page, 'New key');
  await expectAccessible(page, 'new key');
  await page.getByLabel('Name', { exact: true }).fill('Shown');
  await press(page, 'Create key');
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
  await expectAccessible(page, 'key shown once');
  await go(page, '/settings/variables');
  await press(page, 'New variable');
  await expectAccessible(page, 'new variable');
  await go(page, '/settings/members');
  await press(page, 'Invite');
  await expectAccessible(page, 'invite');
  await page.context().clearCookies();
  await page.getByLabel('E-mail').fill('grace@example.com');
  await press(page, 'Create link');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await expectAccessible(page, 'session ended');
});
