import { expect, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, makeAuthor, openBlock, openWorkflow, saved, signIn } from './fixtures/author';

const PERSON = 'hook-author';
let author: KeyHolder;

test.describe.configure({ timeout: 180_000 });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

interface Logs {
  data: Array<{ trigger: string; level: string; workflowId: string }>;
}

test('a webhook is added, published and called; its run is in the log; a replaced URL is unknown', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Hooked', {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
      hook: { id: 'hook', type: 'webhook-trigger', name: 'hook', position: { x: 0, y: 200 }, config: {} },
      answer: {
        ...{ id: 'answer', type: 'response', name: 'answer', position: { x: 330, y: 100 } },
        config: { body: '<hook.body>' },
      },
    },
    edges: [{ id: 'e', source: 'hook', target: 'answer' }],
  });
  await expect(blockNamed(page, 'hook')).toBeVisible();
  await openBlock(page, 'hook');
  const address = page.getByRole('region', { name: 'URL of the webhook' });
  await expect(address.getByText('Not live')).toBeVisible();
  const url = await address.locator('code').first().innerText();
  expect(url).toMatch(/\/hooks\/[\w-]{22}$/);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await saved(page);
  await expect(address.getByText('Live', { exact: true })).toBeVisible();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: '{"n": 1}' });
  expect(response.status).toBe(202);
  const logs = async () => {
    const path = `/api/v1/logs?workspaceId=${author.workspaceId}&workflowIds=${id}&triggers=webhook`;
    return (await author.call<Logs>('GET', path)).body.data;
  };
  await expect.poll(logs, { timeout: 20_000 }).toMatchObject([{ trigger: 'webhook', level: 'info' }]);

  await address.getByRole('button', { name: 'Replace URL' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace URL' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(address.locator('code').first()).not.toHaveText(url);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  await expectAccessible(page, 'the form of a Webhook block');
});
