import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'patient';
let author: KeyHolder;
let upstream: Upstream;

test.describe.configure({ timeout: patient(120_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream((_, response) => response.writeHead(503).end('{"error": "closed"}'));
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const BOOKS: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    book: {
      id: 'book',
      type: 'api',
      name: 'book',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/book`, failOnStatus: true, retry: { when: 'never' } },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'book' }],
};

test('a rule for later tries: a failed run waits for its next try, and its log leads there', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Bookings', BOOKS);
  await author.call('POST', `/api/v1/workflows/${id}/publish`, {});
  await page.getByRole('button', { name: 'Workflow settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Workflow settings' });
  const tries = settings.getByRole('region', { name: 'Later tries' });
  await expect(tries).toContainText('Off.');
  await tries.getByRole('button', { name: 'Change later tries…' }).click();
  const rule = page.getByRole('dialog', { name: 'Later tries' });
  await rule.getByLabel('Later tries, at most').fill('2');
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect(rule).toContainText('Give the seconds before the first later try.');
  await rule.getByLabel('Waits, minutes').fill('5, 60');
  await expectAccessible(page, 'the rule for later tries');
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect(rule).toBeHidden();
  await expect(tries).toContainText('Up to 2 later tries, after 5 minutes, 1 hour. After any failure.');
  await settings.press('Escape');

  const started = await author.call<{ executionId: string }>(
    'POST',
    `/api/v1/workflows/${id}/executions?mode=async`,
    { input: {} },
  );
  expect(started.status).toBe(202);
  await page.goto(`/w/${author.workspaceId}/logs`);
  const waiting = page.getByRole('listitem').filter({ hasText: 'try 2 of 3' });
  await expect(waiting).toContainText('Bookings');
  await page.getByRole('option', { name: /try 1 of 3/ }).click();
  const next = page.getByRole('link', { name: 'Try 2 in' });
  await expect(next).toBeVisible();
  await expectAccessible(page, 'a log whose run is tried again');
  await next.click();
  await expect(page.getByText('Try 2 of 3').first()).toBeVisible();
  expect(upstream.received).toHaveLength(1);
});
