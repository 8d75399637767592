import { expect, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { makeAuthor, signInByForm } from './fixtures/author';

const PERSON = 'log-reader';

/** Runs a workflow of the workspace as the signed-in person, several times. */
function runExample(page: Page, workspaceId: string, times: number) {
  return page.evaluate(
    async ([workspaceId, times]) => {
      const list = await fetch(`/api/v1/workflows?workspaceId=${workspaceId}`);
      const { data } = await list.json();
      const example = data.find((workflow: { name: string }) => workflow.name === 'Say hello');
      for (let count = 0; count < Number(times); count += 1) {
        await fetch(`/api/v1/workflows/${example.id}/executions?mode=async`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"input": {"name": "Grace"}}',
        });
      }
    },
    [workspaceId, times] as const,
  );
}

test.beforeAll(({ baseURL }) => makeAuthor(baseURL, PERSON));
test.beforeEach(({ page }) => signInByForm(page, PERSON));

const workspaceOf = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? '';

test('cost, model, duration, execution and dates have filters that say what is chosen', async ({ page }) => {
  const workspaceId = workspaceOf(page);
  await runExample(page, workspaceId, 1);
  await page.goto(`/w/${workspaceId}/logs`);
  await expect(page.getByRole('option').first()).toBeVisible();
  const bar = page.getByRole('search', { name: 'Filter runs' });
  for (const name of ['Duration', 'Cost', 'Model', 'Execution', 'Dates'])
    await expect(bar.getByRole('button', { name, exact: true })).toBeVisible();
  await bar.getByRole('button', { name: 'Cost', exact: true }).click();
  await page.getByLabel('From (USD)').fill('2');
  await page.getByLabel('To (USD)').fill('1');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Must not be less than the minimum.')).toBeVisible();
  await page.getByLabel('From (USD)').fill('');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/maxCost=1/);
  await expect(bar.getByRole('button', { name: 'Cost: to 1' })).toBeVisible();
  await expect(page.getByRole('option').first()).toBeVisible();
  await bar.getByRole('button', { name: 'Model', exact: true }).click();
  await page.getByLabel('AI model, as it is named in the log').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/model=nobody/);
  await expect(bar.getByRole('button', { name: 'Model: nobody' })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('a run is found by filter and keyboard, and the address leads back to it', async ({ page }) => {
  const workspaceId = workspaceOf(page);
  await runExample(page, workspaceId, 2);
  await page.goto(`/w/${workspaceId}/logs`);
  const filtered = page.waitForResponse((response) => response.url().includes('level=info'));
  await page.getByRole('radio', { name: 'Success' }).click();
  await expect(page).toHaveURL(/level=info/);
  await filtered; // until then the rows may still be the previous ones

  const list = page.getByRole('listbox');
  await expect(list.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('j'); // works for any focus on the page
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/level=info&log=/);
  const log = page.getByRole('complementary', { name: 'Say hello' });
  await expect(log.getByRole('tab', { name: 'Trace' })).toBeVisible();

  await page.reload();
  await expect(log.getByRole('tab', { name: 'Trace' })).toBeVisible();
  await log.getByRole('tab', { name: 'Workflow as it ran' }).click();
  await expect(log.getByRole('tree')).toContainText('blocks');
  await page.keyboard.press('Escape');
  await expect(log).toHaveCount(0);
  await expect(page).toHaveURL(/level=info$/);

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const key of ['Next run', 'Previous run', 'Open the run', 'Close the run'])
    await expect(sheet.getByText(key).first()).toBeVisible();
});

test('runs that end while one reads come in above without moving the page', async ({ page }) => {
  const workspaceId = workspaceOf(page);
  await runExample(page, workspaceId, 30);
  await page.goto(`/w/${workspaceId}/logs`);
  const list = page.getByRole('listbox');
  await expect
    .poll(() => list.evaluate((element) => element.scrollHeight > element.clientHeight + 300))
    .toBe(true);
  await list.evaluate((element) => element.scrollTo(0, 288));
  const read = () =>
    list.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 60, top + 20)?.closest('[role=option]')?.id;
    });
  const before = await read();
  expect(before).toMatch(/^run-/);

  await runExample(page, workspaceId, 2);
  await page.getByRole('button', { name: /^\d+ new$/ }).waitFor({ timeout: patient(60_000) });
  expect(await read()).toBe(before);
});

test('the first rows come with the document', async ({ page }) => {
  const workspaceId = workspaceOf(page);
  await runExample(page, workspaceId, 2);
  const document = await page.request.get(`/w/${workspaceId}/logs`, { headers: { accept: 'text/html' } });
  expect(await document.text()).toContain('data-run=');
});
