import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { makeAuthor, signIn } from './fixtures/author';
import { forbidStorage } from './fixtures/forbid-storage';

/** Every page is drawn by the server as the browser draws it, whatever the browser. */
const PERSON = 'reloader';
const PAGES = [
  '',
  '/logs',
  '/logs?range=24h&level=error',
  '/errors',
  '/overview',
  '/webhooks',
  '/waiting',
  ...['general', 'members', 'variables', 'connections', 'alerts', 'plan', 'api-keys', 'audit', 'profile'].map(
    (name) => `/settings/${name}`,
  ),
];
const HOURS_MS = 3 * 3_600_000;
let author: KeyHolder;
let workflowId: string;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  workflowId = await author.createWorkflow('Reloaded', {
    blocks: { a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
    edges: [],
  });
  await author.call('POST', `/api/v1/workflows/${workflowId}/executions`, { input: {} });
});

const BROWSERS: ReadonlyArray<[string, (page: Page) => Promise<unknown>]> = [
  ['an ordinary browser', async () => {}],
  ['a browser that forbids storage', forbidStorage],
  ['a clock that is three hours ahead', (page) => page.clock.setSystemTime(Date.now() + HOURS_MS)],
  ['a clock that is three hours behind', (page) => page.clock.setSystemTime(Date.now() - HOURS_MS)],
];

for (const [name, prepare] of BROWSERS)
  test(`no page throws: ${name}`, async ({ page }) => {
    await prepare(page);
    await signIn(page, PERSON); // its listener fails the test
    for (const path of [...PAGES, `/workflows/${workflowId}`]) {
      const answer = await page.goto(`/w/${author.workspaceId}${path}`);
      expect(answer?.status(), path).toBe(200);
      await expect(page.locator('[inert]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });
