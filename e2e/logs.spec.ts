import { expect, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'log-reader';

test('runs are read while others end, found by filter and keyboard, and filters say what is chosen', async ({
  page,
  baseURL,
}) => {
  const author = await makeAuthor(baseURL, PERSON);
  const start = { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } };
  const id = await author.createWorkflow('Say hello', { blocks: { s: start }, edges: [] });
  const run = async (times: number) => {
    const post = () => author.call('POST', `/api/v1/workflows/${id}/executions?mode=async`, { input: {} });
    const answers = await Promise.all(Array.from({ length: times }, post));
    expect(answers.map(({ status }) => status)).toEqual(new Array(times).fill(202));
  };
  await run(30);
  await signIn(page, PERSON);
  const rows = page.getByRole('listbox').getByRole('option');
  await test.step('the first rows come with the document', async () => {
    const document = await page.goto(`/w/${author.workspaceId}/logs`);
    expect(await document!.text()).toContain('data-run=');
    await expect(rows.first()).toBeVisible();
  });
  await test.step('runs that end while one reads come in above without moving the page', () =>
    expectUnmoved(page, () => run(2)));
  await test.step('a run is found by filter and keyboard, and the address leads back to it', () =>
    expectFound(page));
  await test.step('cost, model, duration, execution and dates have filters that say what is chosen', () =>
    expectFilters(page));
});

async function expectUnmoved(page: Page, runTwice: () => Promise<void>): Promise<void> {
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
  await expect.poll(read).toMatch(/^run-/);
  const before = await read();
  await runTwice();
  await page.getByRole('button', { name: /^\d+ new$/ }).waitFor({ timeout: patient(60_000) });
  expect(await read()).toBe(before);
}

async function expectFound(page: Page): Promise<void> {
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
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

async function expectFilters(page: Page): Promise<void> {
  const bar = page.getByRole('search', { name: 'Filter runs' });
  const menu = page.getByRole('dialog', { name: 'Filter' });
  const field = (name: string) => menu.getByRole('button', { name, exact: true });
  await bar.getByRole('button', { name: 'Filter', exact: true }).click();
  for (const name of ['Duration', 'Cost', 'Model', 'Execution', 'Dates'])
    await expect(field(name)).toBeVisible();
  await field('Cost').click();
  await page.getByLabel('From (USD)').fill('2');
  await page.getByLabel('To (USD)').fill('1');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Must not be less than the minimum.')).toBeVisible();
  await page.getByLabel('From (USD)').fill('');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/maxCost=1/);
  await expect(bar.getByRole('button', { name: 'Cost: to 1' })).toBeVisible();
  await expect(page.getByRole('option').first()).toBeVisible();
  await bar.getByRole('button', { name: 'Filter', exact: true }).click();
  await field('Model').click();
  await page.getByLabel('AI model, as it is named in the log').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/model=nobody/);
  await expect(bar.getByRole('button', { name: 'Model: nobody' })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
}
