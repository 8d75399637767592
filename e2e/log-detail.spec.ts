import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'reader-of-runs';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

/** Divides 12 by its input, and fails for 0. */
const dividing = (code: string): WrittenDocument => ({
  blocks: {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'n', type: 'number' }] },
    },
    f: { id: 'f', type: 'function', name: 'divide', position: { x: 330, y: 0 }, config: { code } },
    g: {
      id: 'g',
      type: 'transform',
      name: 'after',
      position: { x: 660, y: 0 },
      config: { fields: [{ name: 'got', type: 'any', value: '<divide.result.quotient>' }] },
    },
  },
  edges: [
    { id: 'e', source: 's', target: 'f' },
    { id: 'h', source: 'f', target: 'g' },
  ],
});
const DIVIDE = 'if (<start.n> === 0) throw new Error("By zero"); return { quotient: 12 / <start.n> };';

async function run(workflowId: string, n: number): Promise<string> {
  const { body } = await author.call<{ logId: string }>(
    'POST',
    `/api/v1/workflows/${workflowId}/executions`,
    {
      input: { n },
    },
  );
  return body.logId;
}

const pageOf = (logId: string) => `/w/${author.workspaceId}/logs/${logId}`;

test('a run has a page of its own, with the way to its neighbours in the list', async ({ page }) => {
  const id = await author.createWorkflow('Divided', dividing(DIVIDE));
  const [first, failed, second] = [await run(id, 4), await run(id, 0), await run(id, 3)];
  await page.goto(`/w/${author.workspaceId}/logs?level=info&workflowIds=${id}&log=${first}`);
  await page.getByRole('link', { name: 'Open as page' }).click();
  await expect(page).toHaveURL(new RegExp(`/logs/${first}\\?`));
  await expect(page).toHaveTitle('Run of Divided · Millrace');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Divided');
  await expect(page.getByRole('button', { name: 'Older run' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Newer run' })).toBeEnabled();
  await page.keyboard.press('k');
  // The failed run between them is filtered out.
  await expect(page).toHaveURL(new RegExp(`/logs/${second}\\?level=info`));
  await page.getByRole('tab', { name: 'Output' }).click();
  await expect(page).toHaveURL(/tab=output/);
  await page.reload();
  await expect(page.getByRole('treeitem', { name: /got.*4/ })).toBeVisible();
  await page.getByRole('button', { name: 'Older run' }).click();
  await expect(page).toHaveURL(new RegExp(`/logs/${first}\\?level=info`));
  await page.getByRole('link', { name: 'Logs', exact: true }).last().click();
  await expect(page).toHaveURL(/level=info/);

  await author.call('PUT', `/api/v1/workflows/${id}`, {
    document: dividing('return { quotient: 100 / (<start.n> + 1) };'),
  });
  await test.step('two runs are compared, and the first difference is marked', async () => {
    await expectCompared(page, second, await run(id, 3));
  });
  await test.step('a failed run is run again from the block that failed, on the draft', async () => {
    await expectRunAgain(page, failed);
  });
});

/** Compares a run with the one before it, of a workflow whose block `divide` has changed meanwhile. */
async function expectCompared(page: Page, before: string, after: string): Promise<void> {
  await page.goto(pageOf(after));
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await page.getByRole('menuitem', { name: 'Previous run of this workflow' }).click();
  await expect(page).toHaveURL(new RegExp(`compare\\?a=${before}&b=${after}`));
  await expect(page).toHaveTitle(/Compare runs/);
  await expect(page.getByText('First difference: divide')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const blocks = page.getByRole('region', { name: 'Blocks' });
  await expect(blocks.getByText('result.quotient')).toBeVisible();
  await expect(blocks.getByText('4', { exact: true })).toBeVisible();
  const documents = page.getByRole('region', { name: 'Workflow as it ran' });
  await expect(documents.getByRole('button', { name: /Changed divide/ })).toBeVisible();
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(page).toHaveURL(new RegExp(`a=${after}&b=${before}`));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expectAccessible(page, 'two runs compared');
  await page.goto(`/w/${author.workspaceId}/logs/compare?a=${before}&b=${author.workspaceId}`);
  await expect(page.getByRole('heading', { name: 'Log not found' })).toBeVisible();
}

/** Looks into the error of a failed run, then runs it again from the block that failed, on the draft. */
async function expectRunAgain(page: Page, failed: string): Promise<void> {
  await page.goto(pageOf(failed));
  const error = page.getByRole('alert').filter({ hasText: 'CODE_THREW' }).first();
  await expect(error).toContainText('divide: ');
  await expect(error).toContainText('Check the code');
  await error.getByRole('button', { name: 'Show block' }).click();
  await expect(page).toHaveURL(/block=f/);
  await expect(page.getByRole('region', { name: 'Block divide' })).toBeVisible();
  await expectAccessible(page, 'the page of a failed run');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Run again from “divide”…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run again' });
  await expect(dialog.getByRole('combobox', { name: 'From' })).toHaveText('divide (failed)');
  await expect(dialog.getByRole('radio', { name: 'As it ran' })).toBeChecked();
  await expectAccessible(page, 'a run to be run again from a block');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('radio', { name: 'Draft' }).click();
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Open log' }).click();
  await page.getByRole('link', { name: 'Open as page' }).click();
  await expect(page).toHaveURL(/\/logs\/[0-9a-f-]{36}/);
  await page.getByRole('button', { name: /start/ }).first().click();
  await expect(page.getByText(/did not run again/)).toBeVisible();
  await page.getByRole('link', { name: 'An earlier run, in part' }).click();
  await expect(page).toHaveURL(new RegExp(`/logs/${failed}`));
}

test('a run that is not there, or not in this workspace, is not found', async ({ page, baseURL }) => {
  const other = await makeAuthor(baseURL, 'somebody-else');
  const id = await other.createWorkflow('Private', dividing(DIVIDE));
  const { body } = await other.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: { n: 1 },
  });
  for (const logId of ['019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10', body.logId]) {
    await page.goto(pageOf(logId));
    await expect(page.getByRole('heading', { name: 'Log not found' })).toBeVisible();
  }
  await page.route('**/api/v1/logs/*', (route) => route.abort());
  await page.goto(pageOf(body.logId));
  await expect(page.getByText('Couldn’t load this')).toBeVisible();
});

test('a run is looked into: its trace, where values come from, and any moment of it', async ({ page }) => {
  const id = await author.createWorkflow('Traced', dividing(DIVIDE));
  await page.goto(pageOf(await run(id, 3)));
  await test.step('the trace is zoomed and walked by keyboard', () => expectZoomed(page));
  await test.step('a value leads to the block it came from, and to those that use it', () =>
    expectTracedValue(page));
  await test.step('the workflow as it ran is shown at any moment of the run', () => expectScrubbed(page));
});

async function expectZoomed(page: Page): Promise<void> {
  const row = page.getByRole('button', { name: /divide/ });
  await row.click();
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await page.keyboard.press('+');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
  await page.keyboard.press('0');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  await row.hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Control');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
  await row.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /after/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Block after' })).toBeVisible();
}

/** Follows a value of the open block `after` to `divide`, and back. */
async function expectTracedValue(page: Page): Promise<void> {
  const after = page.getByRole('region', { name: 'Block after' });
  const received = after.getByRole('tree', { name: 'what it received' });
  await received.getByRole('button', { name: 'Open 0' }).click();
  await received.getByRole('treeitem', { name: 'value: 4' }).getByTitle('Where it comes from').click();
  const source = after.getByRole('region', { name: 'Where the value comes from' });
  await expect(source.getByText('<divide.result.quotient>')).toBeVisible();
  await source.getByRole('button', { name: 'Show divide' }).click();
  const divide = page.getByRole('region', { name: 'Block divide' });
  const quotient = divide.getByRole('treeitem', { name: 'quotient: 4' });
  await quotient.getByTitle('Where it went').click();
  const uses = divide.getByRole('region', { name: 'Where the value went' });
  await expect(uses.getByText('in fields[0].value')).toBeVisible();
  await uses.getByRole('button', { name: 'Show after' }).click();
  await expect(after).toBeVisible();
  await received.getByRole('button', { name: 'Open 0' }).click();
  await received.getByRole('treeitem', { name: 'value: 4' }).getByTitle('Where it comes from').click();
  await expect(source).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover(); // not a row, whose buttons would show
  await expectAccessible(page, 'where a value comes from');
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function expectScrubbed(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Workflow as it ran' }).click();
  const canvas = page.getByRole('region', { name: 'Workflow as it ran' });
  const divide = canvas.getByRole('group', { name: /^divide, / });
  await expect(divide.getByText('Success')).toBeAttached();
  const slider = page.getByRole('slider', { name: 'Time in the run' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /^0 ms of /);
  await expect(divide.getByText('Success')).toHaveCount(0);
  const then = page.getByRole('region', { name: 'Block at that moment' });
  await then.getByRole('combobox', { name: 'Block' }).selectOption('after');
  await expect(then.getByText('Not started yet')).toBeVisible();
  await page.getByRole('button', { name: 'Next event' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await slider.focus();
  await page.keyboard.press('End');
  await expect(then.getByRole('treeitem', { name: /got.*4/ })).toBeVisible();
  await expectAccessible(page, 'the workflow as it ran');
}
