import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, saved, savedDocument, signIn } from './fixtures/author';

const PERSON = 'scheduler';
let author: KeyHolder;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const position = { x: 0, y: 0 };
const DOCUMENT = {
  blocks: {
    nightly: { id: 'nightly', type: 'schedule-trigger', name: 'nightly', position, config: {} },
    answer: {
      id: 'answer',
      type: 'response',
      name: 'answer',
      position: { x: 330, y: 0 },
      config: { body: '{"zone": "<nightly.zone>"}' },
    },
  },
  edges: [{ id: 'e', source: 'nightly', target: 'answer' }],
};

test('a schedule is picked, published, run now, seen in its log, and paused', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Scheduled', DOCUMENT);
  await openBlock(page, 'nightly');
  await expect(page.getByText('Nothing is scheduled yet.', { exact: false })).toBeVisible();
  await page.getByLabel('Repeat', { exact: true }).click();
  await page.getByRole('option', { name: 'Weekly' }).click();
  await page.getByRole('button', { name: 'Tue', exact: true }).click();
  await page.getByLabel('Time', { exact: true }).fill('07:30');
  await expect(page.getByLabel('Pattern')).toHaveValue('30 7 * * 1,3,4,5');
  await page.getByLabel('Time zone').fill('kolk');
  await page
    .getByRole('option', { name: 'Asia/Kolkata' })
    .or(page.getByRole('option', { name: 'Asia/Calcutta' }))
    .first()
    .click();
  const times = page.getByRole('region', { name: 'Next runs' }).getByRole('listitem');
  await expect(times).toHaveCount(10);
  await expect(times.first()).toContainText('07:30:00 GMT+5:30');

  await page.getByLabel('Pattern').fill('* * * * * *');
  await expect(page.getByText('At least 10 seconds must lie between two runs.')).toBeVisible();
  await page.getByLabel('Pattern').fill('30 7 * * 1-5');
  await saved(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();

  const live = page.getByRole('region', { name: 'Live schedule' });
  await expect(live.getByText('Live', { exact: true })).toBeVisible();
  await live.getByRole('button', { name: 'Run now' }).click();
  interface Logs {
    data: Array<{ trigger: string; level: string; version: number }>;
  }
  const query = `workspaceId=${author.workspaceId}&workflowIds=${id}`;
  await expect
    .poll(async () => (await author.call<Logs>('GET', `/api/v1/logs?${query}`)).body.data, {
      timeout: patient(60_000),
    })
    .toMatchObject([{ trigger: 'schedule', level: 'info', version: 1 }]);
  await live.getByRole('button', { name: 'Pause' }).click();
  await expect(live.getByText('Paused', { exact: true })).toBeVisible();
  expect((await savedDocument(page, author, id)).blocks.nightly).toMatchObject({
    config: { kind: 'cron', cron: '30 7 * * 1-5' },
  });
  await expectAccessible(page, 'the form of a schedule');
});
