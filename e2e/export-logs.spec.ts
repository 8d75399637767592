import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'exporter';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

test('the filtered runs, and no others, are exported as CSV and as NDJSON', async ({ page }) => {
  const document = (code: string) => ({
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      f: { id: 'f', type: 'function', name: 'work', position: { x: 330, y: 0 }, config: { code } },
    },
    edges: [{ id: 'e', source: 's', target: 'f' }],
  });
  const works = await author.createWorkflow('=Works', document('return 1;'));
  const fails = await author.createWorkflow('Fails', document("throw new Error('Nothing in stock');"));
  const run = async (id: string) =>
    (await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, { input: {} })).body
      .logId;
  const [good, better] = [await run(works), await run(works)];
  const bad = await run(fails);

  await page.goto(`/w/${author.workspaceId}/logs?level=info`);
  await expect(page.getByText('=Works').first()).toBeVisible();
  const exported = async (format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  const csv = await exported('CSV');
  expect(csv).toContain(good);
  expect(csv).toContain(better);
  expect(csv).not.toContain(bad);
  expect(csv).toContain(",'=Works,");
  const rows = (await exported('NDJSON'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(new Set(rows)).toEqual(new Set([good, better]));
  await expect(page.getByText('Exported 2 runs').first()).toBeVisible();
  await expectAccessible(page, 'logs with an export');

  // A search: its matches with the filters, and the errors of those runs.
  await page.goto(`/w/${author.workspaceId}/logs?q=nothing+in+stock`);
  await expect(page.getByText('all runs searched.')).toBeVisible();
  const searched = await exported('CSV');
  expect(searched.trim().split('\r\n')).toHaveLength(2);
  expect(searched).toMatch(new RegExp(`${bad},[A-Z_]+,[^\\r]*Nothing in stock`));
  await expect(page.getByText('Exported 1 run', { exact: true })).toBeVisible();

  // A view that cannot be exported says so.
  await page.goto(`/w/${author.workspaceId}/logs?group=workflow`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeDisabled();
  await expect(page.getByText(/^Groups can’t be exported/)).toBeVisible();
});
