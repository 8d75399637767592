import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, makeAuthor, openBlock, openWorkflow, saved, signIn } from './fixtures/author';

const PERSON = 'hook-author';
let author: KeyHolder;

test.describe.configure({ timeout: patient(180_000) });
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
        id: 'answer',
        type: 'response',
        name: 'answer',
        position: { x: 330, y: 100 },
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
  await expect
    .poll(logs, { timeout: patient(60_000) })
    .toMatchObject([{ trigger: 'webhook', level: 'info' }]);

  await address.getByRole('button', { name: 'Replace URL' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace URL' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(address.locator('code').first()).not.toHaveText(url);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  await expectAccessible(page, 'the form of a Webhook block');
});

test('test requests are listed while the editor listens, used as a sample and sent again', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Listening', {
    blocks: {
      hook: {
        id: 'hook',
        type: 'webhook-trigger',
        name: 'hook',
        position: { x: 0, y: 0 },
        config: { check: { kind: 'header', header: 'X-Key', token: 'the key' } },
      },
      answer: {
        id: 'answer',
        type: 'response',
        name: 'answer',
        position: { x: 330, y: 0 },
        config: { body: '<hook.body.order.customer>' },
      },
    },
    edges: [{ id: 'e', source: 'hook', target: 'answer' }],
  });
  await openBlock(page, 'hook');
  const requests = page.getByRole('region', { name: 'Requests', exact: true });
  await requests.getByRole('switch', { name: 'Listen for requests' }).click();
  await expect(requests.getByText('Listening …')).toBeVisible();
  const url = await requests.locator('code').first().innerText();
  expect(url).toMatch(/\/hooks\/[\w-]{22}\/test$/);
  const headers = { 'content-type': 'application/json', 'x-key': 'the key' };
  const body = '{"order": {"customer": "Ada", "lines": 3}}';
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(202);
  expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
  const list = requests.getByRole('list', { name: 'Test requests' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('The header X-Key is missing.')).toBeVisible();
  await list.getByRole('button', { name: /Accepted/ }).click();
  await expect(list.getByText('customer')).toBeVisible();
  await list.getByRole('tab', { name: /Headers/ }).click();
  await expect(list.getByText('the key')).toBeVisible();
  await list.getByRole('button', { name: 'Pin as output' }).click();
  await expect(
    page.getByRole('group', { name: 'hook, ' }).getByRole('button', { name: /^Pinned: runs in the editor/ }),
  ).toBeVisible();
  await list.getByRole('button', { name: 'Send again' }).click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByText('Success', { exact: true })).toBeVisible();
  await openBlock(page, 'answer');
  await page.getByRole('tab', { name: 'Configure' }).click();
  const field = page.getByRole('textbox', { name: 'Body' });
  await field.fill('');
  await field.pressSequentially('<hook.body.order.');
  await expect(page.getByRole('option', { name: /lines/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await openBlock(page, 'hook');
  await requests.getByRole('switch', { name: 'Listen for requests' }).click();
  await expect(requests.getByText('Listening …')).toBeVisible();
  await list.getByRole('button', { name: /Accepted/ }).click();
  await expectAccessible(page, 'test requests of a Webhook block');
});
