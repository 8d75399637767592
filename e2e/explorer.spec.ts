import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

/** Different for each worker: one that replaces a failed worker counts only its own runs. */
let person: string;
let author: KeyHolder;
let logIds: { ada: string; grace: string; failed: string };

const position = { x: 0, y: 0 };
const returning = (code: string): WrittenDocument => ({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position, config: {} },
    f: { id: 'f', type: 'function', name: 'work', position: { x: 330, y: 0 }, config: { code } },
  },
  edges: [{ id: 'e', source: 's', target: 'f' }],
});

test.beforeAll(async ({ baseURL }, { workerIndex }) => {
  person = `explorer-${workerIndex}`;
  author = await makeAuthor(baseURL, person);
  const run = async (name: string, code: string) => {
    const id = await author.createWorkflow(name, returning(code));
    return (await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, { input: {} }))
      .body.logId;
  };
  logIds = {
    ada: await run('Letters to Ada', 'return "A letter to Ada";'),
    grace: await run('Letters to Grace', 'return "A letter to Grace";'),
    failed: await run('Broken', 'throw new Error("The press is out of ink");'),
  };
});
test.beforeEach(async ({ page }) => {
  await signIn(page, person);
  await page.goto(`/w/${author.workspaceId}/logs`);
  await expect(rows(page)).toHaveCount(3);
  // The rows come with the document; the histogram is requested once the page handles keys.
  await expect(page.getByText('3 runs · 1 error')).toBeVisible();
});

const rows = (page: Page) => page.getByRole('listbox', { name: /^Runs/ }).getByRole('option');
const queryField = (page: Page) => page.getByRole('combobox', { name: 'Search and filter runs' });
const shownIds = (page: Page) =>
  rows(page).evaluateAll((options) => options.map((option) => option.id.slice('run-'.length)));

test('runs are found by text, and counted by workflow and by error', async ({ page }) => {
  await test.step('text in outputs and errors is found, from the keyboard, with its place', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('letter to ada');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/q=letter/);
    await expect(page.getByText('1 match. 3 runs, all runs searched.')).toBeVisible();
    expect(await shownIds(page)).toEqual([logIds.ada]);
    await expect(rows(page).first()).toContainText('work · output');
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(3);

    const field = queryField(page);
    await field.fill('out of INK');
    await field.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    expect(await shownIds(page)).toEqual([logIds.failed]);
    await page.reload();
    await expect(field).toHaveValue('out of INK');
    await field.fill('nowhere');
    await field.press('Enter');
    await expect(page.getByText('“nowhere” is in no input, output or error')).toBeVisible();
    await expectAccessible(page, 'logs, a search without a match');
    await page.setViewportSize({ width: 1440, height: 900 });
    await field.press('Escape');
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('runs are counted by workflow and by error, and a group leads to its runs', async () => {
    const show = async (name: string) => {
      await page.getByRole('combobox', { name: 'Show' }).click();
      await page.getByRole('option', { name }).click();
    };
    await show('By workflow');
    const table = page.getByRole('region', { name: 'Runs by workflow' });
    await expect(table.getByRole('row', { name: /Letters to Grace 1/ })).toBeVisible();
    const names = table.getByRole('button');
    await page.keyboard.press('j');
    await expect(names.nth(0)).toBeFocused();
    await page.keyboard.press('j');
    await expect(names.nth(1)).toBeFocused();
    await page.keyboard.press('k');
    await expect(names.nth(0)).toBeFocused();
    while (!(await names.filter({ hasText: 'Letters to Grace' }).evaluate((one) => one.matches(':focus'))))
      await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    expect(await shownIds(page)).toEqual([logIds.grace]);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();

    await show('By error');
    const errors = page.getByRole('region', { name: 'Runs by error' });
    await expect(errors.getByText('The press is out of ink')).toBeVisible();
    await errors.getByRole('button').first().click();
    await expect(page).toHaveURL(/statuses=error/);
    await expect(rows(page)).toHaveCount(1);
    await page.goBack();
    await page.goto(`/w/${author.workspaceId}/logs?group=error`);
    await expect(errors.getByText('The press is out of ink')).toBeVisible();
    await expectAccessible(page, 'logs by error');
    await page.setViewportSize({ width: 390, height: 844 });
    for (const cell of await errors.getByRole('row').last().getByRole('cell').all())
      await expect(cell).toBeInViewport({ ratio: 1 });
  });
});

test('filters are typed as well as chosen, and both are one address', async ({ page }) => {
  const field = queryField(page);
  await test.step('typed filters are applied on Enter', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('status:error workflow:Broken duration<1h');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/statuses=error&workflowIds=[^&]+&maxDurationMs=3600000$/);
    await expect(rows(page)).toHaveCount(1);
    expect(await shownIds(page)).toEqual([logIds.failed]);
    await expect(field).toHaveValue('status:error workflow:Broken duration<=1h');
    await expect(page.getByRole('button', { name: 'Workflow: Broken' })).toBeVisible();
  });

  await test.step('what is chosen is in the text', async () => {
    await page.getByRole('button', { name: 'Duration: to 3600000' }).click();
    await page.getByLabel('To (ms)').fill('');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(field).toHaveValue('status:error workflow:Broken');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(field).toHaveValue('');
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('keys and values are completed', async () => {
    await field.pressSequentially('wor');
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(suggestions.getByRole('option')).toHaveText(['workflow:Workflow']);
    await expectAccessible(page, 'logs, suggestions for the query', [1440]);
    await field.press('ArrowDown');
    await field.press('Enter');
    await field.pressSequentially('grace');
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect(field).toHaveValue('workflow:"Letters to Grace" ');
    await field.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    expect(await shownIds(page)).toEqual([logIds.grace]);
  });

  await test.step('what can’t be understood is marked, and nothing changes', async () => {
    const before = page.url();
    await field.fill('status:error cost>much');
    await field.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Give a number.' })).toBeVisible();
    const marked = () =>
      field.evaluate((input: HTMLInputElement) =>
        input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
      );
    expect(await marked()).toBe('cost>much');
    expect(page.url()).toBe(before);
    await expectAccessible(page, 'logs, a query with a fault', [1440]);
    await field.press('Escape');
    await expect(field).toHaveValue('workflow:"Letters to Grace"');
    await expect(page.getByRole('alert').filter({ hasText: 'Give a number.' })).toHaveCount(0);
  });

  await test.step('filters that are not set fold into one button, on a phone all of them', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    const bar = page.getByRole('search', { name: 'Filter runs' });
    const lineHeight = () => bar.evaluate((element) => element.getBoundingClientRect().height);
    expect(await lineHeight()).toBeLessThan(60);
    await page.setViewportSize({ width: 390, height: 844 });
    await bar.getByRole('button', { name: 'Filter (1)' }).click();
    const menu = page.getByRole('dialog', { name: 'Filter' });
    await menu.getByRole('button', { name: 'Workflow Letters to Grace' }).click();
    await expect(menu.getByRole('checkbox', { name: 'Letters to Grace' })).toBeChecked();
    await menu.getByRole('checkbox', { name: 'Broken' }).check();
    await menu.getByRole('button', { name: 'Workflow : back to all filters' }).click();
    await menu.getByRole('radio', { name: 'Errors' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => shownIds(page)).toEqual([logIds.failed]);
  });
});

test('columns and density are chosen, and kept on the device', async ({ page }) => {
  const executionId = /[0-9a-f]{8}-/;
  await expect(rows(page).first()).toContainText(executionId);
  await expect(rows(page).filter({ hasText: 'Broken' })).toContainText('The press is out of ink');
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns and density' });
  await menu.getByRole('checkbox', { name: 'Version' }).check();
  await menu.getByRole('checkbox', { name: 'Execution' }).uncheck();
  await menu.getByRole('radio', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(rows(page).first()).toContainText('Draft');
  const height = () =>
    rows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().height);
  await expect.poll(height).toBe(26);
  await expect(rows(page).first()).not.toContainText(executionId);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(menu.getByRole('checkbox', { name: 'Version' })).toBeChecked();
  await menu.getByRole('textbox', { name: 'A value of each run' }).fill('letters');
  await page.keyboard.press('Enter');
  await expect(menu.getByText('Type a path such as input.customer.id or output.total.')).toBeVisible();
  await expectAccessible(page, 'logs, columns');
  await page.setViewportSize({ width: 1440, height: 900 });
  await menu.getByRole('textbox', { name: 'A value of each run' }).fill('output');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/columns=time%2Ctrigger%2Cversion%2Ccost%2Cduration%2Coutput$/);
  await expect(rows(page).filter({ hasText: 'Letters to Ada' })).toContainText('A letter to Ada');
  await menu.getByRole('button', { name: 'Inputs and outputs' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  const ada = rows(page).filter({ hasText: 'Letters to Ada' });
  await expect(ada).toContainText('{}');
  await expect(ada).toContainText('A letter to Ada');
  await expect(ada).not.toContainText('Draft');
  await expectAccessible(page, 'logs as a table of inputs and outputs');
});

test('the list is filtered, and its filters are kept as a view', async ({ page }) => {
  await test.step('a filter moves neither the histogram nor the list', async () => {
    const chart = page.getByRole('figure', { name: 'Runs over time' });
    const filters = page.getByRole('search');
    const before = { chart: (await chart.boundingBox())!.y, filters: await filters.boundingBox() };
    await page.getByRole('radio', { name: 'Errors' }).click();
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible();
    // The button to clear them has space beside them.
    expect({ chart: (await chart.boundingBox())!.y, filters: await filters.boundingBox() }).toEqual(before);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('a view is saved, shared, shown again, changed and deleted', async () => {
    const views = page.getByRole('button', { name: 'Views' });
    const menu = page.getByRole('dialog', { name: 'Saved views' });
    await page.getByRole('radio', { name: 'Errors' }).click();
    await expect(rows(page)).toHaveCount(1);
    // Announced to screen readers.
    await expect(page.getByRole('status').filter({ hasText: '1 run, 1 error' })).toHaveCount(1);
    await views.click();
    await expect(menu.getByText('No saved views yet')).toBeVisible();
    await menu.getByRole('button', { name: 'Save as a view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a name.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Failures');
    await dialog.getByRole('checkbox', { name: 'Share it with the workspace' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved “Failures”')).toBeVisible();

    await page.getByRole('radio', { name: 'Success' }).click();
    await expect(rows(page)).toHaveCount(2);
    await views.click();
    await menu.getByRole('button', { name: /^Failures/ }).click();
    await expect(page).toHaveURL(/level=error/);
    await expect(rows(page)).toHaveCount(1);

    await page.getByRole('radio', { name: 'Success' }).click();
    await views.click();
    await menu.getByRole('button', { name: 'Update “Failures”' }).click();
    await expect(page.getByText('Saved in “Failures”')).toBeVisible();
    await menu.getByRole('button', { name: 'Rename or share “Failures”' }).click();
    const editing = page.getByRole('dialog', { name: 'Rename or share' });
    await expect(editing.getByRole('checkbox', { name: 'Share it with the workspace' })).toBeChecked();
    await editing.getByRole('checkbox', { name: 'Share it with the workspace' }).uncheck();
    await editing.getByRole('textbox', { name: 'Name' }).fill('Successes');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved “Successes”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(rows(page)).toHaveCount(3);
    await views.click();
    await expect(menu.getByRole('img', { name: 'Shared' })).toHaveCount(0);
    await menu.getByRole('button', { name: 'Successes', exact: true }).click();
    await expect(page).toHaveURL(/level=info/);
    await views.click();
    await menu.getByRole('button', { name: 'Delete “Successes”' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expect(page.getByText('Deleted “Successes”')).toBeVisible();
    await views.click();
    await expect(menu.getByText('No saved views yet')).toBeVisible();
    await expectAccessible(page, 'logs, saved views');
  });
});

test('the copied query gives the runs the page shows, whatever the filters', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const FILTERS = [
    ['', 'level=error', 'level=info'],
    ['', 'triggers=api', 'triggers=api,manual', 'triggers=schedule'],
    ['', 'range=24h', 'range=1h', 'startDate=2020-01-01', 'endDate=2020-01-01'],
    ['', 'minDurationMs=0', 'maxDurationMs=0', 'minDurationMs=100000'],
    ['', 'maxCost=0', 'minCost=1'],
    ['', 'q=letter', 'q=INK'],
  ];
  const SEED = 15;
  let state = SEED;
  const pick = <T>(of: readonly T[]): T => {
    state = (state * 48_271) % 2_147_483_647;
    return of[state % of.length]!;
  };
  for (let round = 0; round < 20; round += 1) {
    const query = FILTERS.map(pick).filter(Boolean).join('&');
    // The page follows its address; a load for each would take most of the test's time.
    await page.evaluate((search) => history.pushState(null, '', search), `?${query}`);
    if (query.includes('q=')) await expect(page.getByText(/all runs searched/)).toBeVisible();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name: 'Copy as…' }).click();
    await page.getByRole('menuitem', { name: 'curl' }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^curl '/);
    const curl = await copied();
    const address = /'(http[^']+)'/.exec(curl)![1]!;
    const ids = await page.evaluate(async (url) => {
      const { data } = await (await fetch(url)).json();
      return data.map((log: { id: string }) => log.id);
    }, address);
    await expect.poll(() => shownIds(page), `seed ${SEED}: ${query}`).toEqual(ids);
  }
});
