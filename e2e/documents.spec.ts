import { expect, test } from '@playwright/test';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'reloader';
const PAGES = [
  '',
  '/logs',
  '/logs?range=24h&level=error',
  '/webhooks',
  ...['general', 'members', 'variables', 'plan', 'api-keys', 'profile'].map((name) => `/settings/${name}`),
];

test('every page is drawn by the server as the browser draws it', async ({ page, baseURL }) => {
  const author = await makeAuthor(baseURL, PERSON);
  const workflowId = await author.createWorkflow('Reloaded', { blocks: {}, edges: [] });
  await signIn(page, PERSON);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  for (const path of [...PAGES, `/workflows/${workflowId}`]) {
    const answer = await page.goto(`/w/${author.workspaceId}${path}`);
    expect(answer?.status(), path).toBe(200);
    await expect(page.locator('[inert]')).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});
