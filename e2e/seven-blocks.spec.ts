import { expect, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';
import {
  buildSevenBlocks,
  countEffort,
  MOST_CLICKS,
  runSevenBlocks,
  sellThings,
} from './fixtures/seven-blocks';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'builder';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  upstream = await startUpstream(sellThings);
});

test.afterAll(() => upstream.stop());

test('seven blocks are built from nothing in few clicks, and run', async ({ page }) => {
  const effort = await countEffort(page);
  await signIn(page, PERSON);
  await openWorkflow(page, author, 'Seven', { blocks: {}, edges: [] });
  const before = await effort();
  await buildSevenBlocks(page, UPSTREAM);
  expect((await effort()).clicks - before.clicks).toBeLessThanOrEqual(MOST_CLICKS);
  await runSevenBlocks(page);
  expect(upstream.received.map(({ line, body }) => [line, JSON.parse(body)])).toEqual([
    ['POST /orders', { sku: 'A-17', count: 3 }],
    ['POST /invoices', { order: 7, amount: 37.5 }],
  ]);
});
