import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { alive, blockNamed as block, makeAuthor, saved, signIn } from './fixtures/author';

const PERSON = 'linker';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const call = (id: string, x: number, y: number) => ({
  id,
  type: 'api',
  name: id,
  position: { x, y },
  config: {
    url: '{{MILLRACE_URL}}/api/demo/greetings',
    method: 'POST',
    body: { kind: 'json', value: `{"name": "${id}"}` },
  },
});
const WIDE: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    near: call('near', 330, 0),
    far: call('far', 9_000, 700),
  },
  edges: [
    { id: 'e1', source: 'start', target: 'near' },
    { id: 'e2', source: 'near', target: 'far' },
  ],
};

test('a log, the command palette and an address each lead to one block', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await author.createWorkflow('Addressed', WIDE);
  const run = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  const name = page.getByLabel('Block name');

  await test.step('a log leads to the block that was read, with its run on the canvas', async () => {
    await page.goto(`/w/${author.workspaceId}/logs/${run.body.logId}?tab=trace&block=far`);
    await page.getByRole('link', { name: 'Open the block' }).click();
    await expect(name).toHaveValue('far');
    await expect(page).toHaveURL(/run=.*&block=far/);
    await expect(block(page, 'far')).toBeInViewport();
  });

  await test.step('the command palette leads to a block by its name', async () => {
    await saved(page);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await page.keyboard.type('near');
    await page
      .getByRole('group', { name: 'Blocks of this workflow' })
      .getByRole('option', { name: 'near', exact: true })
      .click();
    await expect(name).toHaveValue('near');
    await expect(block(page, 'near')).toBeInViewport();
    await expect(block(page, 'near')).toBeFocused();
  });

  await test.step('an address leads to one block: its form is open, and the block in sight', async () => {
    await block(page, 'near').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy link to this block' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).pathname).toBe(`/w/${author.workspaceId}/workflows/${id}`);
    expect(new URL(link).search).toBe('?block=near');

    await page.goto(link.replace('near', 'far'));
    await alive(page);
    await expect(name).toHaveValue('far');
    await expect(block(page, 'far')).toBeInViewport();
    await page.reload();
    await expect(name).toHaveValue('far');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(`/workflows/${id}$`));

    await page.goto(link.replace('near', 'gone'));
    await expect(
      page.getByText('The block that this link leads to is no longer in the workflow.'),
    ).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/workflows/${id}$`));
  });
});
