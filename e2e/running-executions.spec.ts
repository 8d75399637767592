import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'overseer';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

const position = { x: 0, y: 0 };
const WAITING: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position, config: {} },
    pause: {
      id: 'pause',
      type: 'wait',
      name: 'pause',
      position: { x: 330, y: 0 },
      config: { kind: 'approval', title: 'Go on?' },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'pause' }],
};

test('running executions stand above the logs, and one is cancelled there', async ({ page }) => {
  const ids = await Promise.all(
    ['Nightly import', 'Weekly report'].map((name) => author.createWorkflow(name, WAITING)),
  );
  const start = (id: string | undefined) =>
    author.call('POST', `/api/v1/workflows/${id}/executions?mode=async`, { input: {} });
  for (const id of [ids[0], ids[0], ids[1], ids[1]]) expect((await start(id)).status).toBe(202);

  await signIn(page, PERSON);
  await page.goto(`/w/${author.workspaceId}/logs`);
  const running = page.getByRole('region', { name: 'Running (4)' });
  await expect(running.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('status').filter({ hasText: '4 running' })).toHaveCount(1);
  await running.getByRole('button', { name: 'Show all 4' }).click();
  await expect(running.getByText('Waiting', { exact: true })).toHaveCount(4);
  // Start has ended; the block after it waits.
  await expect(running.getByText(/^1 block done · \d+ s$/)).toHaveCount(4);
  await running.getByRole('button', { name: 'Cancel Weekly report' }).first().click();
  await expect(page.getByRole('region', { name: 'Running (3)' }).getByRole('listitem')).toHaveCount(3);
  const cancelled = page.getByRole('listbox').getByRole('option', { name: /Weekly report/ });
  await expect(cancelled).toHaveCount(1);

  await expectAccessible(page, 'running executions above the logs');
  await page.setViewportSize({ width: 1440, height: 900 });
  // None of them has a level yet.
  await page.getByRole('radio', { name: 'Errors', exact: true }).click();
  await expect(page.getByRole('region', { name: /^Running/ })).toHaveCount(0);

  await page.goto(`/w/${author.workspaceId}/logs?workflowIds=${ids[1]}`);
  await expect(page.getByRole('region', { name: 'Running (1)' })).toBeVisible();
  await page.goto(`/w/${author.workspaceId}/logs?level=error`);
  await expect(cancelled).toHaveCount(1);
  await expect(page.getByRole('region', { name: /^Running/ })).toHaveCount(0);
});
