import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'tester';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const multiplying = (by: number): WrittenDocument => ({
  blocks: {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'n', type: 'number' }] },
    },
    f: {
      id: 'f',
      type: 'function',
      name: 'multiply',
      position: { x: 330, y: 0 },
      config: { code: `return <start.n> * ${by};` },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'f' }],
});

test('a run is kept as a test, fails with a changed draft, and passes once that is allowed', async ({
  page,
}) => {
  const id = await author.createWorkflow('Tested', multiplying(2));
  const ran = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: { n: 3 },
  });
  const panel = page.getByRole('complementary', { name: 'Tests' });
  const runAll = panel.getByRole('button', { name: 'Run all' });

  await test.step('keep it', async () => {
    await page.goto(`/w/${author.workspaceId}/logs?log=${ran.body.logId}`);
    await page.getByRole('button', { name: 'Keep as test…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Keep this run as a test' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Three doubled');
    await dialog.getByRole('button', { name: 'Keep as test' }).click();
    await page.getByRole('button', { name: 'View tests' }).click();
    await runAll.click();
    await expect(panel.getByText('1 test passed.')).toBeVisible();
  });

  await test.step('change the draft', async () => {
    await author.call('PUT', `/api/v1/workflows/${id}`, { document: multiplying(3) });
    await page.reload();
    await runAll.click();
    await expect(panel.getByText('1 of 1 test failed.')).toBeVisible();
    await panel.getByRole('button', { name: /^Three doubled/ }).click();
    await expect(panel.getByText('The output at result is 9: expected 6.')).toBeVisible();
    await expectAccessible(page, 'a test with a difference');
  });

  await test.step('allow it, and run by key', async () => {
    await panel.getByRole('button', { name: 'Allow…' }).click();
    await page.getByRole('menuitem', { name: 'Numbers within 3 at result of the output' }).click();
    await expect(panel.getByRole('region', { name: 'Rules' })).toContainText('numbers within 3');
    await panel.getByRole('button', { name: 'Close panel' }).click();
    await page.keyboard.press('t');
    await expect(panel.getByText('1 test passed.')).toBeVisible();
  });
});
