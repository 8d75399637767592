import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { alive, makeAuthor, signIn } from './fixtures/author';

/** A phone, a high contrast theme, paper, and a tab beside this one. */
const PERSON = 'of-other-devices';
let author: KeyHolder;
let workflowId: string;
let logId: string;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  workflowId = await author.createWorkflow('Shown elsewhere', {
    blocks: {
      a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      b: { id: 'b', type: 'response', name: 'answer', position: { x: 330, y: 0 }, config: { body: 'hello' } },
    },
    edges: [{ id: 'e', source: 'a', target: 'b' }],
  });
  const path = `/api/v1/workflows/${workflowId}/executions`;
  logId = (await author.call<{ logId: string }>('POST', path, { input: {} })).body.logId;
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const home = () => `/w/${author.workspaceId}`;

/** The fields whose letters are so small that a phone zooms into them. */
const zoomedInto = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=hidden], [type=file]), textarea, select, .cm-content')]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.getAttribute('aria-label') ?? field.outerHTML.slice(0, 120)),
  );

test.describe('a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('zooms into no field', async ({ page }) => {
    for (const path of [
      '/logs',
      '/settings/general',
      '/settings/profile',
      `/workflows/${workflowId}?block=b`,
    ]) {
      await page.goto(home() + path);
      await alive(page);
      await expect(page.locator('input, textarea, .cm-content').first()).toBeAttached();
      expect(await zoomedInto(page), path).toEqual([]);
    }
    await page.goto(`${home()}/settings/variables`);
    await page.getByRole('button', { name: 'New variable' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeVisible();
    expect(await zoomedInto(page)).toEqual([]);
  });
});

test('forced colours show what is chosen by a line around it', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${home()}/settings/general`);
  await alive(page);
  const chosen = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current="page"]');
  await expect(chosen).toHaveCSS('outline-style', 'solid');
  await expect(chosen).toHaveCSS('outline-width', '2px');
  const other = page.getByRole('navigation', { name: 'Settings' }).locator('a:not([aria-current])').first();
  await expect(other).toHaveCSS('outline-style', 'none');
});

test('a run prints whole, without what is only for clicking', async ({ page }) => {
  await page.goto(`${home()}/logs/${logId}`);
  await alive(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const main = page.locator('main').first();
  await expect(main).toHaveCSS('overflow', 'visible');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  // Nothing of it lies beyond the end of the paper.
  const beyond = () =>
    page.evaluate(() => {
      const end = document.documentElement.scrollHeight;
      const main = document.querySelector('main')!;
      return main.getBoundingClientRect().top + window.scrollY + main.scrollHeight - end;
    });
  await expect.poll(beyond).toBeLessThanOrEqual(1);
});

test('a run in the list is opened in a tab by a click with Ctrl, or with the middle button', async ({
  page,
}) => {
  await page.goto(`${home()}/logs`);
  await alive(page);
  const run = page.getByRole('option').first();
  for (const click of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    const opened = page.context().waitForEvent('page');
    await run.click(click);
    const tab = await opened;
    await expect(tab).toHaveURL(new RegExp(`/logs/${logId}`));
    await tab.close();
    await expect(page).toHaveURL(/\/logs$/);
  }
});
