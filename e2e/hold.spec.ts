import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';

const PERSON = 'holder';
let author: KeyHolder;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const ANSWERING: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    answer: {
      id: 'answer',
      type: 'response',
      name: 'answer',
      position: { x: 330, y: 0 },
      config: { body: '1' },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'answer' }],
};

test('hold a workflow, see what waits, discard one run, release the next, and take it offline', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Orders', ANSWERING);
  const path = `/api/v1/workflows/${id}`;
  expect((await author.call('POST', `${path}/publish`, {})).status).toBe(201);
  const start = async () => {
    const { body } = await author.call<{ executionId: string }>('POST', `${path}/executions?mode=async`, {});
    return body.executionId;
  };
  const stateOf = async (executionId: string) =>
    (await author.call<{ status: string }>('GET', `/api/v1/executions/${executionId}`)).body.status;

  await page.getByRole('button', { name: /^Versions: / }).click();
  await page.getByRole('button', { name: 'Hold or release…' }).click();
  const question = page.getByRole('dialog', { name: 'Hold Orders' });
  await question.getByLabel('Reason').fill('The shop is being moved');
  await expectAccessible(page, 'the question before a hold');
  await question.getByRole('button', { name: 'Hold', exact: true }).click();
  await expect(question).toBeHidden();

  const dropped = await start();
  await expect.poll(() => stateOf(dropped)).toBe('held');
  await page.goto(`/w/${author.workspaceId}`);
  await page.getByRole('button', { name: /^Orders: Held: 1/ }).click();
  const held = page.getByRole('dialog', { name: 'Hold on Orders' });
  await expect(held).toContainText('The shop is being moved');
  await expectAccessible(page, 'a hold');
  await held.getByRole('button', { name: 'Discard…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard runs' }).click();
  await expect(held).toContainText('No runs wait');
  await expect.poll(() => stateOf(dropped)).toBe('error');

  const next = await start();
  await expect.poll(() => stateOf(next)).toBe('held');
  await held.getByRole('button', { name: 'Release' }).click();
  await expect.poll(() => stateOf(next)).toBe('success');

  await page.goto(`/w/${author.workspaceId}/workflows/${id}?versions=list`);
  await page.getByRole('button', { name: 'Unpublish…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish', exact: true }).click();
  await expect(page.getByText('The workflow is unpublished.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpublish…' })).toBeHidden();
  expect((await author.call('POST', `${path}/executions`, { input: {} })).status).toBe(409);
});
