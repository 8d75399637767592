import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, expectErrors, makeAuthor, saved, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM } from './fixtures/upstream';

/** Audits layers over pages, at one width because they do not depend on it, and pages that failed. */
const PERSON = 'layers';
const WIDE_PX = [1440];
let author: KeyHolder;
let workflowId: string;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  workflowId = await author.createWorkflow('Layers', {
    blocks: {
      a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      b: {
        id: 'b',
        type: 'api',
        name: 'list',
        position: { x: 330, y: 0 },
        config: { url: `${UPSTREAM}/items` },
      },
    },
    edges: [{ id: 'e1', source: 'a', target: 'b' }],
  });
  await author.call('POST', `/api/v1/workflows/${workflowId}/executions`, { input: {} });
});

test.beforeEach(({ page }) => signIn(page, PERSON));

const home = () => `/w/${author.workspaceId}`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Opens a menu, audits it, and closes it; the focus must return to the button. */
async function auditMenu(page: Page, name: string | RegExp, state: string): Promise<void> {
  const trigger = button(page, name);
  await trigger.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, state, WIDE_PX);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(trigger).toBeFocused();
}

test('menus of the shell and of the list: no violation', async ({ page }) => {
  await page.goto(home());
  await auditMenu(page, /^Workspace:/, 'workspaces');
  await auditMenu(page, 'Actions for Layers', 'actions of a workflow');
  const account = button(page, /^Account:/);
  await account.click();
  await page.getByRole('menuitem', { name: 'Theme' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'dark' })).toBeVisible();
  await expectAccessible(page, 'account and themes', WIDE_PX);
});

test('menus and filters of the logs: no violation, and a press beside an open menu counts', async ({
  page,
}) => {
  await page.goto(`${home()}/logs`);
  await expect(page.getByRole('option').first()).toBeVisible();

  await test.step('each filter, open', async () => {
    for (const name of ['Trigger', 'Workflow', 'Duration', 'Model', 'Dates']) {
      await page.getByRole('search').getByRole('button', { name: 'Filter', exact: true }).click();
      if (name === 'Trigger') await expectAccessible(page, 'filters that are not set', WIDE_PX);
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
      await expectAccessible(page, `filter, ${name}`, WIDE_PX);
      if (name === 'Duration') {
        await page.getByLabel('From (ms)').fill('many');
        await page.getByRole('button', { name: 'Apply' }).click();
        await expectAccessible(page, 'filter with an invalid value', WIDE_PX);
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });

  await test.step('the query as code', async () => {
    await auditMenu(page, 'Copy as…', 'the query as code');
  });

  await test.step('an open menu leaves the page to readers, and a press beside it closes it and counts', async () => {
    await button(page, /^Account:/).click();
    await expect(page.getByRole('menu')).toBeVisible();
    // By role, which does not find elements that a modal menu hides from assistive technology.
    await page.getByRole('radio', { name: 'Errors' }).click();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page).toHaveURL(/level=error/);
  });
});

test('a block sent alone: its request, its response and its menus have no violation', async ({ page }) => {
  const upstream = await startUpstream((_, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ items: [{ id: 42, title: 'First', tags: ['a'], missing: null }] })),
  );
  try {
    await page.goto(`${home()}/workflows/${workflowId}`);
    await saved(page);
    await auditMenu(page, 'More ways to run', 'ways to run');
    await blockNamed(page, 'list').click();
    await auditMenu(page, 'More actions for this block', 'actions of a block');
    await page.getByRole('button', { name: /^Send/ }).first().click();
    const dock = page.getByRole('region', { name: 'list alone' });
    await expect(dock.getByText('200 OK')).toBeVisible();
    // The buttons for the views of a body exist only while it is shown.
    for (const group of [/^Show .* as$/, 'Part of the response'])
      for (const view of await dock.getByRole('radiogroup', { name: group }).getByRole('radio').all()) {
        await view.click();
        await expectAccessible(page, `response alone, ${await view.textContent()}`, WIDE_PX);
      }
    for (const tab of ['Request', 'Samples']) {
      await dock.getByRole('tab', { name: tab }).click();
      await expectAccessible(page, `sent alone, ${tab}`, WIDE_PX);
    }
  } finally {
    await upstream.stop();
  }
});

test('pages that broke have a heading and a main landmark, and no violation', async ({ page }) => {
  expectErrors(page, /Cannot read properties of (null|undefined)/);
  await page.route(/\/api\/v1\/logs\?/, (route) => route.fulfill({ json: { data: [null] } }));
  await page.goto(home());
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  const broken = page.getByRole('heading', { level: 1, name: 'Something went wrong on this page' });
  await expect(broken).toBeVisible();
  await expect(page.getByText('Unsaved workflow edits are kept in this browser')).toBeVisible();
  await expectAccessible(page, 'page of a workspace that broke');

  await page.route('**/api/me', (route) => route.fulfill({ json: { data: null } }));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'page that broke');
});
