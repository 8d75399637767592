import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';

const PERSON = 'limiter';
let author: KeyHolder;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

/** Its runs wait until somebody answers, so they go on for as long as the test wants. */
const ASKING: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    ask: {
      id: 'ask',
      type: 'wait',
      name: 'ask',
      position: { x: 330, y: 0 },
      config: { kind: 'callback', title: 'Well?' },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'ask' }],
};

test('limit the runs of a customer, see the next one wait for its turn, and start it by ending the first', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Orders', ASKING);
  const path = `/api/v1/workflows/${id}`;
  expect((await author.call('POST', `${path}/publish`, {})).status).toBe(201);
  const start = async (customer: string) => {
    const { body } = await author.call<{ executionId: string }>('POST', `${path}/executions?mode=async`, {
      input: { customer },
    });
    return body.executionId;
  };
  const stateOf = async (executionId: string) =>
    (await author.call<{ status: string }>('GET', `/api/v1/executions/${executionId}`)).body.status;

  await page.getByRole('button', { name: 'Workflow settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Workflow settings' });
  await expect(settings).toContainText('No limit.');
  await settings.getByRole('button', { name: 'Change runs at once…' }).click();
  const limits = page.getByRole('dialog', { name: 'Runs at once' });
  await limits.getByLabel('For each key').fill('0');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(limits).toContainText('At least 1');
  await limits.getByLabel('For each key').fill('1');
  await limits.getByLabel('Key', { exact: true }).fill('<start.customer>');
  await expectAccessible(page, 'the limits of runs at once');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(limits).toBeHidden();
  await expect(settings).toContainText('1 for each <start.customer>. Others wait in order.');

  const first = await start('ada');
  await expect.poll(() => stateOf(first)).toBe('parked');
  const second = await start('ada');
  await expect.poll(() => stateOf(second)).toBe('waiting');
  await page.goto(`/w/${author.workspaceId}/logs`);
  await expect(page.getByText('Waits for its turn, key ada')).toBeVisible();
  await expectAccessible(page, 'a run that waits for its turn');

  await author.call('POST', `/api/v1/executions/${first}/cancel`, {});
  await expect.poll(() => stateOf(second)).toBe('parked');
});
