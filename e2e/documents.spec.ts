import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { makeAuthor, signIn } from './fixtures/author';
import { forbidStorage } from './fixtures/forbid-storage';

/** Every page is drawn by the server as the browser draws it, whatever the browser. */
const PERSON = 'reloader';
/** Every page of a workspace; the operations are for the owner of the installation alone. */
const PAGES = readdirSync('app/(app)/w/[workspaceId]', { recursive: true, encoding: 'utf8' })
  .filter((file) => basename(file) === 'page.tsx' && !file.includes('operations'))
  .map((file) => `/${file.replaceAll('\\', '/')}`.slice(0, -'/page.tsx'.length));
const MORE_PAGES = ['/logs?range=24h&level=error'];
/** Pages outside a workspace; those of links are shown with the words for one that is not valid. */
const OUTSIDE = [
  '/docs',
  '/docs/guide/runs-at-once',
  ...['invite', 'reset-password', 'verify-email', 'confirm-alerts', 'wait', 'chat'].map(
    (page) => `/${page}/none`,
  ),
];
const HOURS_MS = 3 * 3_600_000;
let author: KeyHolder;
let places: Readonly<Record<string, string>>;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  const workflowId = await author.createWorkflow('Reloaded', {
    blocks: { a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
    edges: [],
  });
  const run = () =>
    author.call<{ logId: string; executionId: string }>(
      'POST',
      `/api/v1/workflows/${workflowId}/executions`,
      { input: {} },
    );
  const { logId } = (await run()).body;
  const later = (await run()).body;
  places = {
    '[workflowId]': workflowId,
    '[logId]': logId,
    '[executionId]': later.executionId,
    compare: `compare?a=${logId}&b=${later.logId}`,
  };
});

/** The address of a page with what it is about. */
const addressOf = (page: string): string =>
  page
    .split('/')
    .map((part) => places[part] ?? part)
    .join('/');

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
    expect(PAGES.length).toBeGreaterThan(20);
    for (const path of [...PAGES, ...MORE_PAGES].map(addressOf)) {
      const answer = await page.goto(`/w/${author.workspaceId}${path}`);
      expect(answer?.status(), path).toBe(200);
      await expect(page.locator('[inert]'), path).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    }
    for (const path of OUTSIDE) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBeLessThan(500);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    }
    // By the server's clock: the run of this test is in the last hour, whatever the browser takes for the time.
    await page.goto(`/w/${author.workspaceId}/logs?range=24h`);
    await expect(page.getByRole('option').first()).toBeVisible();
    const rows = page.waitForResponse((answer) => answer.url().includes('/api/v1/logs?'));
    await page.getByRole('radio', { name: '1 h' }).click();
    expect(((await (await rows).json()) as { data: unknown[] }).data).not.toEqual([]);
  });
