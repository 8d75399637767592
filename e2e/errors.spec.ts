import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'triager';
let author: KeyHolder;
let id: string;

const FAILS: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: {
      id: 'b',
      type: 'function',
      name: 'second',
      position: { x: 330, y: 0 },
      config: { code: "throw new Error('Order ' + Date.now() + ' was not found')" },
    },
  },
  edges: [{ id: 'e1', source: 's', target: 'b' }],
};

test.describe.configure({ timeout: patient(180_000) });

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  id = await author.createWorkflow('Orders', FAILS);
});

interface Listed {
  data: Array<{ shape: string; count: number; state: string }>;
}

/** Runs the workflow and waits until so many failures are grouped as one error. @returns its title */
async function fail(count: number): Promise<string> {
  await author.call('POST', `/api/v1/workflows/${id}/executions`, { input: {} });
  const path = `/api/v1/error-groups?workspaceId=${author.workspaceId}`;
  const read = async () => (await author.call<Listed>('GET', path)).body.data;
  const counts = async () => (await read()).map((group) => group.count);
  await expect.poll(counts, { timeout: patient(60_000) }).toEqual([count]);
  return (await read())[0]!.shape;
}

test('failures of one cause are one error, which is resolved, and comes back', async ({ page }) => {
  await signIn(page, PERSON);
  const errors = `/w/${author.workspaceId}/errors`;
  await page.goto(errors);
  await expect(page.getByText('No open errors')).toBeVisible();
  await expectAccessible(page, 'errors, none');

  await fail(1);
  const title = await fail(2);
  await page.goto(errors);
  await page.getByRole('link', { name: title }).click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByText('Failed runs', { exact: true })).toBeVisible();
  await expect(panel.getByRole('link', { name: /^Run of/ })).toHaveCount(2);
  await expect(panel).toBeFocused();
  await expectAccessible(page, 'an error');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: title })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toBeFocused();

  await panel.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(panel.getByText('Acknowledged', { exact: true }).first()).toBeVisible();
  await panel.getByLabel('Comment', { exact: true }).fill('Since the import of yesterday.');
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panel.getByText('Since the import of yesterday.')).toBeVisible();
  await panel.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('menuitem', { name: 'Resolved now' }).click();
  await expect(panel.getByText('Resolved', { exact: true }).first()).toBeVisible();
  await page.goto(errors);
  await expect(page.getByText('No open errors')).toBeVisible();

  await fail(3);
  await page.goto(errors);
  await expect(page.getByText('Reopened', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  await panel
    .getByRole('link', { name: /^Run of/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/logs\?.*log=/);
  await page.getByRole('link', { name: 'Runs that failed like this' }).click();
  await expect(page).toHaveURL(/\/errors\?log=/);
  await expect(page.getByText('The error of one run')).toBeVisible();
});
