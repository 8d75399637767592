import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';
import { liftLimits } from './fixtures/product';
import { UPSTREAM, UPSTREAM_PORT } from './fixtures/upstream';

const PERSON = 'watcher';
let author: KeyHolder;
let id: string;
let body: unknown = { id: 1, customer: { city: 'Paris' } };

const upstream = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
});

test.describe.configure({ timeout: patient(180_000) });

const documentOf = (origin: string): WrittenDocument => {
  const position = { x: 0, y: 0 };
  return {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position, config: {} },
      fetch: { id: 'fetch', type: 'api', name: 'fetch', position, config: { url: `${origin}/orders` } },
      answer: {
        id: 'answer',
        type: 'response',
        name: 'answer',
        position,
        config: { body: '{"city": "<fetch.data.customer.city>"}' },
      },
    },
    edges: [
      { id: 'e1', source: 'start', target: 'fetch' },
      { id: 'e2', source: 'fetch', target: 'answer' },
    ],
  };
};

const run = (count: number) =>
  author.call('POST', `/api/v1/workflows/${id}/executions/batch`, {
    inputs: Array.from({ length: count }, () => ({})),
  });

/** Returns the number of logs once all are analyzed, else -1; in this order, because they arrive that way. */
const learntLogs = async () => {
  const { workspaceId } = author;
  const logs = `/api/v1/logs?workspaceId=${workspaceId}&limit=200`;
  const count = (await author.call<{ data: unknown[] }>('GET', logs)).body.data.length;
  const drift = `/api/v1/drift?workspaceId=${workspaceId}`;
  const { state } = (await author.call<{ state: { pendingRuns: number } }>('GET', drift)).body;
  return state.pendingRuns === 0 ? count : -1;
};

test.beforeAll(async ({ baseURL }) => {
  await new Promise<void>((done) => upstream.listen(UPSTREAM_PORT, '127.0.0.1', done));
  author = await makeAuthor(baseURL, PERSON);
  await liftLimits({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR }, PERSON);
  id = await author.createWorkflow('Import orders', documentOf(UPSTREAM));
});
test.afterAll(() => void upstream.close());

test('a change of what a service answers is shown with what it breaks, until it is expected', async ({
  page,
}) => {
  await signIn(page, PERSON);
  const overview = `/w/${author.workspaceId}/overview`;
  const region = page.getByRole('region', { name: 'Upstream changes' });
  const first = await run(40);
  expect([first.status, first.body]).toEqual([202, expect.anything()]);
  await expect.poll(learntLogs, { timeout: patient(60_000) }).toBe(40);
  await page.goto(overview);
  await expect(region.getByText('No changes. 1 request watched.')).toBeVisible();

  body = { id: 1, customer: null };
  await run(15);
  await expect.poll(learntLogs, { timeout: patient(60_000) }).toBe(55);
  await page.goto(overview);
  const change = region.getByRole('listitem').first();
  await expect(change.getByText('data.customer', { exact: true })).toBeVisible();
  await expect(change).toContainText('object → null');
  await expect(change).toContainText('15 of the last 15 responses, none of 40 before');
  const affected = change.getByRole('list', { name: 'Affected references' });
  await expect(affected).toContainText('<fetch.data.customer.city> in answer breaks (draft)');
  await change.getByRole('link', { name: 'Example log' }).click();
  await expect(page).toHaveURL(/\/logs\?.*log=/);
  await page.goto(overview);
  await expect(change).toBeVisible();
  await expectAccessible(page, 'overview with an upstream change');

  await region.getByRole('button', { name: 'Mark as expected: data.customer' }).click();
  await expect(region.getByText('No changes. 1 request watched.')).toBeVisible();
});
