import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'reader-of-large-outputs';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  upstream = await startUpstream(({ line }, response) => {
    const megabytes = Number(line.match(/\d+/)?.[0]);
    const isText = line.includes('?text');
    response.setHeader('content-type', isText ? 'text/plain' : 'application/json');
    const end = line.includes('?fin') ? 'fin' : 'end';
    if (isText) response.end(`${'x'.repeat(megabytes * 2 ** 20)}${end}`);
    else response.end(JSON.stringify([...Array(megabytes * 2 ** 10).fill('x'.repeat(1021)), end]));
  });
});
test.afterAll(() => upstream.stop());
test.beforeEach(({ page }) => signIn(page, PERSON));

const fetching = (megabytes: number, query = ''): WrittenDocument => ({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: {
      id: 'a',
      type: 'api',
      name: 'fetch',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/${megabytes}${query}` },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'a' }],
});

/** Logs by what was fetched: each is made once, and the tests only read them. */
const logs = new Map<string, Promise<string>>();

function run(megabytes: number, query = ''): Promise<string> {
  const key = `${megabytes}${query}`;
  const known = logs.get(key) ?? makeRun(megabytes, query);
  logs.set(key, known);
  return known;
}

async function makeRun(megabytes: number, query: string): Promise<string> {
  const id = await author.createWorkflow(`${megabytes} MB`, fetching(megabytes, query));
  const { body } = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  return body.logId;
}

const outputOf = (logId: string) => `/w/${author.workspaceId}/logs/${logId}?tab=output`;
const compared = (a: string, b: string) => `/w/${author.workspaceId}/logs/compare?a=${a}&b=${b}`;

test('a large output is loaded on demand, and a huge one downloaded', async ({ page }) => {
  await page.goto(outputOf(await run(3)));
  await page.getByRole('button', { name: 'Load all' }).click();
  await expect(page.getByRole('tree', { name: 'final output' })).toContainText('data');

  await page.goto(outputOf(await run(3)).replace('tab=output', 'block=a'));
  const beginning = page.getByRole('group', { name: 'Beginning of what it returned: data' });
  await expect(beginning).toBeVisible();
  const returned = page.getByRole('tree', { name: 'what it returned', exact: true });
  await returned.getByRole('treeitem', { name: /^status: / }).hover();
  await expect(page.getByRole('button', { name: 'Where it went' })).toBeVisible();
  await expectAccessible(page, 'a shortened value, and a value that is pointed at');
  await page.getByRole('button', { name: 'Load all' }).click();
  const whole = page.getByRole('tree', { name: 'what it returned: data' });
  await whole.getByRole('treeitem', { name: /^0: / }).hover();
  await page.getByRole('button', { name: 'Where it went' }).click();
  await expect(page.getByRole('region', { name: 'Where the value went' })).toContainText('data[0]');

  await page.goto(outputOf(await run(9, '?text')));
  await expect(page.getByText(/The output has 9 MB. This is its beginning./)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all' }).click();
  const path = await (await download).path();
  const { data } = JSON.parse(await readFile(path, 'utf8')).data.executionData.finalOutput;
  expect(data.length).toBe(9 * 2 ** 20 + 3);
  expect(data.slice(-4)).toBe('xend');
  await expectAccessible(page, 'a huge output');
});

test('a huge output is opened as a tree and searched', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const logId = await run(9, '?text');
  await page.goto(outputOf(logId).replace('tab=output', 'block=a'));
  await page.getByRole('button', { name: 'Load all' }).click();
  const text = page.getByRole('tree', { name: 'what it returned: data' });
  await expect(text.getByRole('treeitem').nth(3)).toContainText('xxxx');
  await page.getByRole('textbox', { name: 'Search in what it returned: data' }).fill('xend');
  await expect(text.getByRole('treeitem', { name: 'xend' })).toBeVisible();

  await page.goto(outputOf(await run(9)));
  await page.getByRole('button', { name: 'Load all' }).click();
  const tree = page.getByRole('tree', { name: 'final output' });
  await tree.getByRole('button', { name: 'Open data' }).click();
  await page.getByRole('textbox', { name: 'Search in final output' }).fill('end');
  const last = tree.getByRole('treeitem', { name: `${9 * 2 ** 10}: "end"` });
  await expect(last).toBeVisible();
  await last.hover();
  await page.getByRole('button', { name: 'Copy value' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('end');
  await last.getByRole('button', { name: 'Where it comes from' }).first().click();
  await expect(page.getByText(/^data\[\d+\] is from the output of fetch/)).toBeVisible();
  await expectAccessible(page, 'a huge output that is open');
});

test('large outputs that differ only at their end are not called the same', async ({ page }) => {
  await page.goto(compared(await run(3), await run(3, '?fin')));
  await expect(page.getByText('First difference: fetch')).toBeVisible();
  const output = page.getByRole('region', { name: 'Output of the run' });
  await expect(output.getByText('data[3072]')).toBeVisible();
  await expect(output.getByText('fin', { exact: true })).toBeVisible();
  const input = page.getByRole('region', { name: 'Input of the run' });
  await expect(input.getByText('Both runs have the same input.')).toBeVisible();
  const blocks = page.getByRole('region', { name: 'Blocks' });
  await blocks.getByRole('button', { name: 'fetch' }).click();
  await expect(blocks.getByText('data[3072]')).toBeVisible();

  await page.goto(compared(await run(9), await run(9, '?fin')));
  await expect(output.getByText('output: large values, 9 MB and 9 MB.')).toBeVisible();
  await expect(output.getByRole('link', { name: 'Download output of the second run' })).toBeVisible();
  await expectAccessible(page, 'a comparison of huge outputs');
  await output.getByRole('button', { name: 'Compare' }).click();
  await expect(output.getByText('data[9216]')).toBeVisible();
  await expect(output.getByText('fin', { exact: true })).toBeVisible();
});
