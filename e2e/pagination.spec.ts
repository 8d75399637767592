import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { makeAuthor, openBlock, openWorkflow, runToTheEnd, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'paginator';
const COUNT = 25;
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(({ line }, response) => {
    const from = Number(new URL(line.split(' ')[1] ?? '', UPSTREAM).searchParams.get('starting_after') ?? 0);
    const data = Array.from({ length: Math.min(10, COUNT - from) }, (_, index) => ({ id: from + index + 1 }));
    response.end(JSON.stringify({ object: 'list', data, has_more: from + 10 < COUNT }));
  });
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const LISTING: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    l: {
      id: 'l',
      type: 'api',
      name: 'list',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/charges`, params: [{ key: 'limit', value: '10' }] },
    },
    r: {
      id: 'r',
      type: 'response',
      name: 'answer',
      position: { x: 660, y: 0 },
      config: { body: '<list.data.length>' },
    },
  },
  edges: [
    { id: 'e1', source: 's', target: 'l' },
    { id: 'e2', source: 'l', target: 'r' },
  ],
};

test('a list of many pages is set up in the form, and its pages are seen in the run', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Pages', LISTING);
  await openBlock(page, 'list');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'The next page is' }).click();
  await page.getByRole('option', { name: 'A cursor in the response body' }).click();
  await expect(page.getByLabel('Start at')).toHaveCount(0);
  await expect(page.getByText('Enter the path of the next cursor.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Path of the items' }).fill('data');
  await page.getByRole('textbox', { name: 'Path of the next cursor', exact: true }).fill('data[-1].id');
  await page.getByRole('textbox', { name: 'Send it as' }).fill('starting_after');
  await page.getByRole('textbox', { name: 'Path of “has more”' }).fill('has_more');
  await expect(page.getByText('Enter the path of the next cursor.')).toHaveCount(0);
  await expect
    .poll(async () => (await savedDocument(page, author, id)).blocks.l?.config)
    .toMatchObject({
      pagination: {
        kind: 'cursor',
        items: 'data',
        nextCursor: 'data[-1].id',
        param: 'starting_after',
        more: 'has_more',
      },
    });

  await page.keyboard.press('Escape');
  await runToTheEnd(page);
  expect(upstream.received.map(({ line }) => line)).toEqual([
    'GET /charges?limit=10',
    'GET /charges?limit=10&starting_after=10',
    'GET /charges?limit=10&starting_after=20',
  ]);
  await openBlock(page, 'list');
  await page.getByRole('tab', { name: 'Last run' }).click();
  await expect(page.getByText('Page 3', { exact: true })).toBeVisible();

  const run = await author.call<{ output: unknown; logId: string }>(
    'POST',
    `/api/v1/workflows/${id}/executions`,
    { input: {} },
  );
  expect(run.body.output).toBe(COUNT);
  await page.goto(`/w/${author.workspaceId}/logs?log=${run.body.logId}`);
  await expect(page.getByText('Requests of 3 pages')).toBeVisible();
});

test('Send offers to request all pages when the response has a next one', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Offered', LISTING);
  await openBlock(page, 'list');
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect(page.getByText('This response has a next page')).toBeVisible();
  await page.getByRole('button', { name: 'Request all pages' }).click();
  await expect(page.getByText('This response has a next page')).toHaveCount(0);
  expect(await savedDocument(page, author, id)).toMatchObject({
    blocks: { l: { config: { pagination: { kind: 'cursor', items: 'data', param: 'starting_after' } } } },
  });
  await runToTheEnd(page);
  expect(upstream.received).toHaveLength(1 + 3);
});
