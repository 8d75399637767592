import { expect, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, makeAuthor, saved, signIn } from './fixtures/author';

const PERSON = 'looker';
const WIDE = { width: 1440, height: 900 };
let author: KeyHolder;
let workflowId: string;

/** One block of each kind, one that fails, and a reference to an unknown block, so that problems show. */
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

test.describe.configure({ timeout: patient(240_000) });

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
  for (const link of ['verify-email', 'confirm-alerts']) {
    await page.goto(`/${link}/nothing`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectAccessible(page, link);
  }
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
  await go(page, '');
  await expect(page.getByRole('link', { name: /Everything/ }).first()).toBeVisible();
  await expectAccessible(page, 'workflows');
  await press(page, 'New workflow');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'new workflow');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
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
  const sections = page.getByRole('navigation', { name: 'Settings' });
  const open = async (section: string) => {
    await page.setViewportSize({ width: 1440, height: 900 }); // narrower, the sections are behind a button
    const link = sections.locator(`a[href$="/settings/${section}"]`);
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await go(page, '/settings/general');
  for (const section of [
    'general',
    'members',
    'variables',
    'connections',
    'alerts',
    'budgets',
    'audit',
    'data',
    'deleted',
    'assistant',
    'model-prices',
    'plan',
    'api-keys',
    'profile',
  ]) {
    await open(section);
    await expectAccessible(page, section);
  }
  await open('api-keys');
  await press(page, 'New key');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'new key');
  await page.getByLabel('Name', { exact: true }).fill('Shown');
  await press(page, 'Create key');
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
  await expectAccessible(page, 'key shown once');
  await press(page, 'Done');
  await open('variables');
  await press(page, 'New variable');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'new variable');
  await close();
  await open('connections');
  await press(page, 'New connection');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'new connection');
  await close();
  await open('members');
  await press(page, 'Invite');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'invite');
  await page.context().clearCookies();
  await page.getByLabel('E-mail').fill('grace@example.com');
  await press(page, 'Create link');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await expectAccessible(page, 'session ended');
});

test('the editor, a run and what else opens over it: no violation', async ({ page }) => {
  await signIn(page, PERSON);

  await test.step('empty, with blocks, and with an open block', async () => {
    const empty = await author.createWorkflow('Nothing yet', { blocks: {}, edges: [] });
    await go(page, `/workflows/${empty}`);
    await expect(page.getByText('Start with a block')).toBeVisible();
    await expectAccessible(page, 'editor, empty');
    await page.setViewportSize(WIDE);
    await page.keyboard.press('/');
    await expect(page.getByPlaceholder('Add a block…')).toBeVisible();
    await expectAccessible(page, 'palette of blocks');

    await go(page, `/workflows/${workflowId}`);
    await page.setViewportSize(WIDE);
    await saved(page);
    // Elements on a scaled-down canvas are too small for fingers by choice.
    await page.getByRole('button', { name: 'Show at 100 %' }).click();
    await expectAccessible(page, 'editor');
    await page.setViewportSize(WIDE);
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await blockNamed(page, 'call').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'menu of a block', [1440]);
    await page.keyboard.press('Escape');
    await blockNamed(page, 'call').click();
    for (const tab of ['Params', 'Headers', 'Body', 'Auth', 'Settings']) {
      await page.getByRole('tab', { name: tab }).click();
      // The suggested names of the first row cover the page.
      if (tab === 'Headers') {
        await expect(page.getByRole('listbox')).toBeVisible();
        await page.keyboard.press('Escape');
      }
      await expectAccessible(page, `block, ${tab}`);
    }
    await page.setViewportSize(WIDE);
    await press(page, 'Close panel');
  });

  await test.step('a run and what else opens', async () => {
    await page
      .getByRole('button', { name: /^Run\b/ })
      .first()
      .click();
    const run = page.getByRole('region', { name: 'Run', exact: true });
    await expect(run.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
    await expect(run.getByText(/^(Error|Success)$/).first()).toBeVisible();
    await expectAccessible(page, 'run');
    await page.setViewportSize(WIDE);
    await run.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await blockNamed(page, 'double').click();
    await page.getByRole('tab', { name: 'Last run' }).click();
    await expectAccessible(page, 'last run of a block');
    await page.setViewportSize(WIDE);
    await press(page, 'Close panel');
    await page
      .getByRole('button', { name: /problem/ })
      .first()
      .click();
    await expectAccessible(page, 'problems');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByRole('option', { name: /^Import requests/ }).click();
    await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible();
    await expectAccessible(page, 'import');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Import' })).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expectAccessible(page, 'shortcuts of the editor');
  });
});

test('webhooks: no violation', async ({ page }) => {
  await signIn(page, PERSON);
  await go(page, '/webhooks');
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
  await expectAccessible(page, 'webhooks, none');
  await go(page, `/workflows/${workflowId}?webhooks=list`);
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
  await expectAccessible(page, 'webhooks of a workflow, none');
  await press(page, 'New subscription');
  await expectAccessible(page, 'new subscription');
  await page.getByLabel('URL', { exact: true }).fill('http://example.invalid/hooks');
  await press(page, 'Subscribe');
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toBeVisible();
  await expectAccessible(page, 'secret shown once');
  await press(page, 'Done');
  await author.call('POST', `/api/v1/workflows/${workflowId}/executions`, { input: {} });
  await page.setViewportSize(WIDE);
  const panel = page.getByRole('dialog', { name: 'Webhooks of Everything' });
  await panel.getByRole('tab', { name: /^Deliveries/ }).click();
  await panel
    .getByRole('button', { name: /attempt \d of 5/ })
    .first()
    .click();
  await expect(panel.getByRole('article', { name: 'Delivery' })).toBeVisible();
  await expectAccessible(page, 'delivery');
  await page.setViewportSize(WIDE);
  for (const tab of ['Settings', 'Secret', 'Receiver code', 'Test']) {
    await panel.getByRole('tab', { name: tab }).click();
    await expectAccessible(page, `subscription, ${tab}`);
    await page.setViewportSize(WIDE);
  }
  await go(page, `/workflows/${workflowId}?webhooks=list`);
  await expect(panel.getByText('example.invalid').first()).toBeVisible();
  await expectAccessible(page, 'webhooks of a workflow');
  await go(page, '/webhooks');
  await expect(page.getByText('example.invalid').first()).toBeVisible();
  await expectAccessible(page, 'webhooks');
});
