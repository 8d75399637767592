import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, saved, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'rehearser';
let author: KeyHolder;
let upstream: Upstream;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  upstream = await startUpstream((_, response) => response.end('{"total": 6}'));
});
test.beforeEach(({ page }) => signIn(page, PERSON));
test.afterAll(() => upstream.stop());

const FETCHING: WrittenDocument = {
  blocks: {
    start: {
      id: 'start',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'id', type: 'string' }] },
    },
    fetch: {
      id: 'fetch',
      type: 'api',
      name: 'fetch',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/orders?id=<start.id>` },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'fetch' }],
};

test('Run sends to recorded answers: no request leaves, and what is not recorded is named', async ({
  page,
}) => {
  const id = await author.createWorkflow('Orders', FETCHING);
  await author.call('POST', `/api/v1/workflows/${id}/executions`, { input: { id: '7' } });
  const before = upstream.received.length;
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await saved(page);
  await page.getByRole('button', { name: 'More ways to run' }).click();
  await page.getByRole('menuitem', { name: 'Run with input…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run with input' });
  const run = dialog.getByRole('button', { name: 'Run' });
  await dialog.getByRole('textbox', { name: 'id' }).fill('7');
  await dialog.getByLabel('Send to recorded answers').click();
  await expect(run).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Answers of' }).click();
  await page.getByRole('option').first().click();
  await run.click();
  await expect(dialog).toContainText('Success. 1 request answered from the record, none sent.');
  await expectAccessible(page, 'a run on recorded answers');

  await dialog.getByRole('textbox', { name: 'id' }).fill('8');
  await run.click();
  await expect(dialog).toContainText('1 request without a recorded answer');
  await expect(dialog.getByRole('list', { name: 'Not found' })).toContainText(
    `“fetch” asks for GET ${UPSTREAM}/orders?id=8. ` +
      `The nearest recorded request is GET ${UPSTREAM}/orders?id=7.`,
  );
  expect(upstream.received.length).toBe(before);
});
