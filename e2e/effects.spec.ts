import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'bookkeeper';
const HOST = new URL(UPSTREAM).host;
let author: KeyHolder;
let upstream: Upstream;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  upstream = await startUpstream((_, response) => response.writeHead(201).end('{}'));
});
test.beforeEach(({ page }) => signIn(page, PERSON));
test.afterAll(() => upstream.stop());

const ORDERING: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    order: {
      id: 'order',
      type: 'api',
      name: 'order',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/orders`, method: 'POST', retry: { when: 'never', max: 0 } },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'order' }],
};

test('an order number leads to what its run wrote, and Run again warns of doing it twice', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Orders', ORDERING);
  await page.getByRole('button', { name: 'Workflow settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Workflow settings' });
  await expect(settings.getByLabel('Keep what runs write')).toBeVisible();
  await page.keyboard.press('Escape');
  const path = `/api/v1/workflows/${id}/executions`;
  const { status } = await author.call('POST', path, { input: {}, tags: ['order 1042'] });
  expect(status).toBe(200);

  await page.goto(`/w/${author.workspaceId}/logs?tags=order%201042`);
  await page.getByRole('link', { name: 'Effects' }).click();
  await expect(page).toHaveURL(/\/effects\?tag=order/);
  const row = page.getByRole('row').filter({ hasText: `POST ${HOST}/orders` });
  await expect(row).toContainText('Accepted 201');
  await expectAccessible(page, 'the effects of a tag');

  await row.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('tab', { name: /^Effects/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toContainText(`POST ${HOST}/orders`);
  await expectAccessible(page, 'the effects of a run');

  await page.getByRole('button', { name: 'Run again…' }).click();
  await expect(page.getByRole('dialog', { name: 'Run again' })).toContainText(
    `1 request that was accepted would be sent again: POST ${HOST}/orders.`,
  );
});
