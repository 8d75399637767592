import { expect, type Locator, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const position = { x: 0, y: 0 };
const start = { id: 'start', type: 'start', name: 'start', position, config: {} };
const WORKING: WrittenDocument = { blocks: { start }, edges: [] };
const FAILING: WrittenDocument = {
  blocks: {
    start,
    fetch: {
      id: 'fetch',
      type: 'api',
      name: 'fetch prices',
      position: { x: 330, y: 0 },
      config: { url: 'http://127.0.0.1:1/prices' },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'fetch' }],
};

interface Analyst {
  author: KeyHolder;
  ids: { working: string; failing: string };
}

/** Signs in a new person whose workspace has this many runs: each test counts its own. */
async function analystWith(
  { page, baseURL }: { page: Page; baseURL: string | undefined },
  person: string,
  runs: { working: number; failing: number },
): Promise<Analyst> {
  const author = await makeAuthor(baseURL, person, { isUnlimited: true });
  const ids = {
    working: await author.createWorkflow('Greet customers', WORKING),
    failing: await author.createWorkflow('Import prices', FAILING),
  };
  for (const name of ['working', 'failing'] as const)
    for (let count = 0; count < runs[name]; count += 1)
      await author.call('POST', `/api/v1/workflows/${ids[name]}/executions`, { input: {} });
  await signIn(page, person);
  return { author, ids };
}

const options = (page: Page) => page.getByRole('listbox', { name: /^Runs/ }).getByRole('option');
const figure = (page: Page) => page.getByRole('figure', { name: 'Runs over time' });

/** Returns the sums of the chart's table. */
async function tableSums(chart: Locator): Promise<{ errors: number; successes: number }> {
  await chart.getByRole('button', { name: 'Table' }).click();
  const rows = await chart.getByRole('row').allInnerTexts();
  const cells = rows.slice(1).map((text) => text.split('\t').map((cell) => Number(cell.replaceAll(',', ''))));
  await chart.getByRole('button', { name: 'Table' }).click();
  const sum = (column: number) => cells.reduce((total, row) => total + row[column]!, 0);
  return { errors: sum(1), successes: sum(2) };
}

const RUNS = { working: 4, failing: 2 };

test('the histogram filters the logs, also those of a search, and both stay live', async ({
  page,
  baseURL,
}) => {
  const analyst = await analystWith({ page, baseURL }, 'histogram-reader', RUNS);
  await test.step('a part of the histogram that is chosen filters the logs', () =>
    expectFiltered(page, analyst));
  await test.step('a search keeps the histogram, marks what it found, and stays live', () =>
    expectSearched(page, analyst));
});

async function expectFiltered(page: Page, { author, ids }: Analyst): Promise<void> {
  await page.goto(`/w/${author.workspaceId}/logs`);
  const chart = figure(page);
  await expect(chart.getByText('6 runs · 2 errors')).toBeVisible();
  expect(await tableSums(chart)).toEqual({ errors: RUNS.failing, successes: RUNS.working });

  // By keyboard: the first bar contains the oldest run.
  const slider = chart.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '1');
  await expect(slider).toHaveAttribute('aria-valuetext', /Errors \d+ · Success [1-9]/);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/startDate=.+&endDate=/);
  await expect(page).not.toHaveURL(/log=/);
  await expect(chart.getByText(/^\d runs? · /)).toBeVisible();
  await expect
    .poll(async () => {
      const { errors, successes } = await tableSums(chart);
      return errors + successes - (await options(page).count());
    })
    .toBe(0);

  // By dragging over the whole chart.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).not.toHaveURL(/startDate/);
  await expect(options(page)).toHaveCount(6);
  await expect(chart.getByText('6 runs · 2 errors')).toBeVisible();
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + 1, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/startDate=.+&endDate=/);
  await expect(options(page)).toHaveCount(6);

  // An empty range, and one that the server refuses.
  await page.goto(`/w/${author.workspaceId}/logs?startDate=2020-01-01&endDate=2020-02-01`);
  await expect(chart.getByText('No runs in this range.')).toBeVisible();
  await page.goto(`/w/${author.workspaceId}/logs?startDate=nonsense`);
  await expect(page.getByText('Couldn’t count the runs.')).toBeVisible();

  await page.goto(`/w/${author.workspaceId}/logs`);
  await expect(chart.getByText('6 runs · 2 errors')).toBeVisible();
  // A run that ends in the meantime appears automatically.
  await author.call('POST', `/api/v1/workflows/${ids.working}/executions`, { input: {} });
  await expect(chart.getByText('7 runs · 2 errors')).toBeVisible({ timeout: patient(45_000) });
}

/** Searches the seven runs of the step before. */
async function expectSearched(page: Page, { author, ids }: Analyst): Promise<void> {
  await page.goto(`/w/${author.workspaceId}/logs?q=${encodeURIComponent('127.0.0.1:1/prices')}`);
  const chart = figure(page);
  await expect(chart.getByText('7 runs · 2 errors with these filters')).toBeVisible();
  await expect(page.getByText('2 matches. 7 runs, all runs searched.')).toBeVisible();
  await expect(options(page)).toHaveCount(2);
  await expect(chart.locator('[data-mark]').first()).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  // One run that matches the search, and one that does not.
  for (const id of [ids.failing, ids.working])
    await author.call('POST', `/api/v1/workflows/${id}/executions`, { input: {} });
  const later = { timeout: patient(45_000) };
  await expect(options(page)).toHaveCount(3, later);
  await expect(page.getByText('3 matches. 9 runs, all runs searched.')).toBeVisible(later);
  await expect(chart.getByText('9 runs · 3 errors')).toBeVisible(later);

  const readOut = chart.locator('[data-chart-read-out]');
  await chart.getByRole('slider').hover();
  await expect(readOut).toContainText('Matches');
  await page.mouse.move(1, 1);
  await expect(readOut).toHaveCount(0);
  await expectAccessible(page, 'logs, a search with its histogram');
  // A selected part narrows the search: the last bar contains at least the newest run.
  await chart.getByRole('slider').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=.*startDate=|startDate=.*q=/);
  await expect(options(page)).toHaveCount(3);
}

/** Narrows to a trigger, then to a server, and back. */
async function expectNarrowed(page: Page): Promise<void> {
  const triggers = page.getByRole('region', { name: 'Triggers' });
  const servers = page.getByRole('region', { name: 'Servers' });
  await expect(triggers.getByRole('columnheader')).toContainText(['p50', 'p95']);
  await expect(triggers.getByRole('row').nth(1).getByRole('cell').nth(5)).toHaveText(/s$/);
  await triggers.getByRole('button').first().click();
  await expect(page).toHaveURL(/triggers=/);
  await expect(page.getByText(/are not kept by trigger/)).toBeVisible();
  await expect(servers).toBeHidden();
  await expect(figure(page).getByText(/^7 runs/)).toBeVisible();

  await page.goBack();
  await servers.getByRole('button', { name: '127.0.0.1:1' }).click();
  await expect(page).toHaveURL(/host=127\.0\.0\.1/);
  const filter = page.getByRole('button', { name: 'Server: 127.0.0.1:1. Show everything' });
  await expect(filter).toBeFocused();
  await expect(page.getByRole('figure', { name: 'Requests over time' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Workflows' }).getByRole('row', { name: /^Import prices/ }),
  ).toBeVisible();
  await expectAccessible(page, 'overview of a server');
  await filter.click();
  await expect(page).not.toHaveURL(/host=/);
  await expect(servers).toBeVisible();
}

async function failuresOfBlocks({ call, workspaceId }: KeyHolder): Promise<number[]> {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const { body } = await call<{ data: { failingBlocks: Array<{ errors: number }> } }>(
    'GET',
    `/api/v1/overview?workspaceId=${workspaceId}&from=${from}`,
  );
  return body.data.failingBlocks.map(({ errors }) => errors);
}

test('the overview says what ran and leads to its logs', async ({ page, context, baseURL }) => {
  const { author } = await analystWith({ page, baseURL }, 'analyst', { working: 5, failing: 2 });
  await page.goto(`/w/${author.workspaceId}/logs`);
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '2 errors' })).toBeVisible();
  expect(await tableSums(figure(page))).toEqual({ errors: 2, successes: 5 });
  await expect(figure(page).locator('[data-value-axis]')).toContainText('0');
  await figure(page).getByRole('slider').hover();
  await expect(figure(page).locator('[data-chart-read-out]')).toContainText('Errors');
  const inTable = async (name: string) => {
    const chart = page.getByRole('figure', { name });
    await chart.getByRole('button', { name: 'Table' }).click();
    return chart.getByRole('table');
  };
  const durations = await inTable('Duration over time');
  await expect(durations.getByRole('columnheader')).toHaveText(['Start', 'p95', 'p50']);
  const rates = await inTable('Error rate over time');
  await expect(rates.getByRole('cell', { name: /^[1-9]\d*%$/ }).first()).toBeVisible();
  const workflows = page.getByRole('region', { name: 'Workflows' });
  await expect(workflows.getByRole('row', { name: /^Greet customers 5 0/ })).toBeVisible();
  await expect(workflows.getByRole('row', { name: /^Import prices 2 2/ })).toBeVisible();
  // Traces are analyzed shortly after a run has ended.
  const failing = page.getByRole('region', { name: 'Blocks that fail most' });
  await expect.poll(() => failuresOfBlocks(author)).toEqual([2]);
  await page.reload();
  await expect(failing.getByRole('row', { name: /^fetch prices Import prices 2 2 100%/ })).toBeVisible();

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as…' }).click();
  await page.getByRole('menuitem', { name: 'curl' }).click();
  await expect(page.getByText('curl command copied')).toBeVisible();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  const copied = await page.evaluate(
    async (url) => (await (await fetch(url)).json()).data.totals.runs,
    /'(http[^']+)'/.exec(curl)![1]!,
  );
  expect(copied).toBe(7);

  await page.getByRole('radio', { name: '24 h' }).click();
  await expect(page).toHaveURL(/range=24h/);
  await expectNarrowed(page);
  await workflows
    .getByRole('row', { name: /^Import prices/ })
    .getByRole('cell')
    .nth(2)
    .getByRole('link', { name: '2' })
    .click();
  await expect(page).toHaveURL(/\/logs\?.*statuses=error/);
  await expect(options(page)).toHaveCount(2);

  await page.goto(`/w/${author.workspaceId}/overview`);
  await expect(failing).toBeVisible();
  await expectAccessible(page, 'overview');
  await figure(page).getByRole('button', { name: 'Table' }).click();
  await expectAccessible(page, 'overview, chart as a table', [390]);
});
