import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';

const PERSON = 'notified';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const lined = (type: string, config: Record<string, unknown>): WrittenDocument => ({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: { id: 'b', type, name: 'second', position: { x: 330, y: 0 }, config },
  },
  edges: [{ id: 'e1', source: 's', target: 'b' }],
});

test('a workflow is chosen that runs when a run fails, and it gets the error', async ({ page }) => {
  const notice = await author.createWorkflow(
    'Call somebody',
    lined('response', { body: '{"error": <start.error>}' }),
  );
  const code = "throw new Error('no luck')";
  const id = await openWorkflow(page, author, 'Fails', lined('function', { code }));
  await author.call('POST', `/api/v1/workflows/${id}/publish`, {});

  await page.getByRole('button', { name: 'Workflow settings' }).click();
  const picker = page.getByLabel('When a run fails, run');
  await picker.click();
  await page.getByRole('option', { name: 'Call somebody' }).click();
  await expect(page.getByText(/Publish “Call somebody” first/)).toBeVisible();
  await author.call('POST', `/api/v1/workflows/${notice}/publish`, {});
  await picker.click();
  await page.getByRole('option', { name: 'Call somebody' }).click();
  await expect(page.getByRole('button', { name: 'Run nothing on failure' })).toBeVisible();

  await author.call('POST', `/api/v1/workflows/${id}/executions`, { input: {} });
  const logs = `/api/v1/logs?workspaceId=${author.workspaceId}&workflowIds=${notice}&includeFinalOutput=true`;
  const outputs = async () => {
    const { body } = await author.call<{ data: Array<{ finalOutput: { error: { message: string } } }> }>(
      'GET',
      logs,
    );
    return body.data.map(({ finalOutput }) => finalOutput.error.message);
  };
  await expect
    .poll(outputs, { timeout: patient(60_000), intervals: [2_000, 2_000, 6_000] })
    .toEqual([expect.stringContaining('no luck')]);
  await expectAccessible(page, 'workflow settings with a failure notice');
  await page.getByRole('button', { name: 'Run nothing on failure' }).click();
  await expect(page.getByRole('button', { name: 'Run nothing on failure' })).toBeHidden();
});

test('a workspace has one for all workflows, which each can switch off', async ({ page }) => {
  const notice = await author.createWorkflow('Call the team', lined('response', { body: '1' }));
  await author.call('POST', `/api/v1/workflows/${notice}/publish`, {});
  await page.goto(`/w/${author.workspaceId}/settings/general`);
  await page.getByLabel('When a run fails, run').click();
  await page.getByRole('option', { name: 'Call the team' }).click();
  await expect(page.getByRole('button', { name: 'Run nothing on failure' })).toBeVisible();
  await expectAccessible(page, 'settings with a failure workflow');
  await page.setViewportSize({ width: 1440, height: 900 });

  await openWorkflow(page, author, 'Follows', lined('response', { body: '1' }));
  await page.getByRole('button', { name: 'Workflow settings' }).click();
  await expect(page.getByText('Call the team runs, as for the whole workspace.')).toBeVisible();
  await page.getByRole('button', { name: 'Run nothing on failure' }).click();
  await expect(page.getByText('Switched off: no workflow runs on failure.')).toBeVisible();
  await page.getByRole('button', { name: 'Use the workspace’s failure workflow' }).click();
  await expect(page.getByText('Call the team runs, as for the whole workspace.')).toBeVisible();
  await author.call('PUT', `/api/v1/workspaces/${author.workspaceId}/failure-notice`, { workflowId: null });
});
