import { expect, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';
import { MOST_SYNC_CLICKS, nightlySync, ORDERS, runAtOnce, serveOrders } from './fixtures/nightly-sync';
import { failAndVisit, MOST_REPAIR_CLICKS, REPAIR, serveStock } from './fixtures/repair';
import { countEffort } from './fixtures/seven-blocks';
import { sumOf, takeSteps } from './fixtures/steps';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'practised';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.afterEach(() => upstream.stop());

const lines = () => upstream.received.map(({ line }) => line);

test('a nightly sync is built from nothing and published in few clicks, and runs', async ({ page }) => {
  upstream = await startUpstream(serveOrders);
  const effort = await countEffort(page);
  await signIn(page, PERSON);
  const id = await openWorkflow(page, author, 'Nightly', { blocks: {}, edges: [] });
  const taken = await takeSteps(page, nightlySync(UPSTREAM), effort);
  expect(sumOf(taken).clicks, JSON.stringify(taken)).toBeLessThanOrEqual(MOST_SYNC_CLICKS);

  const { blocks } = await savedDocument(page, author, id);
  expect(Object.values(blocks).find(({ type }) => type === 'schedule-trigger')?.config).toMatchObject({
    kind: 'cron',
    cron: '0 2 * * *',
  });
  upstream.received.length = 0;
  await runAtOnce(page);
  expect(lines().filter((line) => line !== 'POST /token')).toEqual([
    'GET /orders',
    'GET /orders?page=2',
    'GET /orders?page=3',
    ...Array.from({ length: ORDERS }, (_, index) => `PUT /copies/${index + 1}`),
    'POST /messages',
  ]);
  const message: unknown = JSON.parse(upstream.received.at(-1)?.body ?? '');
  expect(message).toEqual({ text: `Stored ${ORDERS - 1} of ${ORDERS}` });
  // Its schedule would send requests to the upstream of the test that runs at 02:00.
  await author.call('DELETE', `/api/v1/workflows/${id}`);
});

test('a failed run is found, mended and run again from its block in few clicks', async ({ page }) => {
  upstream = await startUpstream(serveStock);
  const effort = await countEffort(page);
  await signIn(page, PERSON);
  await failAndVisit(page, author, UPSTREAM);
  const taken = await takeSteps(page, REPAIR, effort);
  expect(sumOf(taken).clicks, JSON.stringify(taken)).toBeLessThanOrEqual(MOST_REPAIR_CLICKS);
  // The block before the failed one kept its output.
  expect(lines()).toEqual(['GET /stock']);
});
