import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'asserter';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream((_, response) => response.end('{"items": [{"id": 7}]}'));
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const FETCHING: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: {
      id: 'a',
      type: 'api',
      name: 'fetch',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/items` },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'a' }],
};

test('what must hold of a response is said in the form, and seen in the run and its log', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Asserted', FETCHING);
  await openBlock(page, 'fetch');
  await page.getByRole('tab', { name: 'Assertions' }).click();
  await page.getByRole('button', { name: 'Add an assertion' }).click();
  await page.getByRole('button', { name: 'Add an assertion' }).click();
  await page.getByRole('textbox', { name: 'Path of assertion 2' }).fill('items[0].id');
  await page.getByRole('combobox', { name: 'Operator of assertion 2' }).click();
  await page.getByRole('option', { name: 'equals', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value of assertion 2' }).fill('8');
  await expect
    .poll(async () => (await savedDocument(page, author, id)).blocks.a?.config)
    .toMatchObject({
      assertions: [
        { subject: 'status', operator: 'equals', value: '2xx' },
        { subject: 'body', name: 'items[0].id', operator: 'equals', value: '8' },
      ],
    });
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByText('Error', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Last run' }).click();
  const panel = page.getByRole('complementary').filter({ hasText: 'Assertions (1 of 2 passed)' });
  await expect(panel).toContainText('body items[0].id equals 8');
  await expect(panel).toContainText('it is 7');

  const { body } = await author.call<{ logId: string; status: string }>(
    'POST',
    `/api/v1/workflows/${id}/executions`,
    { input: {} },
  );
  expect(body.status).toBe('error');
  await page.goto(`/w/${author.workspaceId}/logs/${body.logId}?block=a`);
  const detail = page.getByRole('region', { name: 'Block fetch' });
  await expect(detail.getByRole('listitem').filter({ hasText: 'status equals 2xx' })).toContainText('Passed');
  await expect(detail.getByRole('listitem').filter({ hasText: 'equals 8' })).toContainText('it is 7');
  await expectAccessible(page, 'a block whose assertion failed');
});
