import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { blockNamed, makeAuthor, openWorkflow, runToTheEnd, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'copier';
const TOKEN = 'tok-8f3a9c21d7';
let author: KeyHolder;
let upstream: Upstream;

const LINE: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: {
      id: 'a',
      type: 'api',
      name: 'order',
      position: { x: 330, y: 0 },
      config: {
        url: `${UPSTREAM}/orders`,
        method: 'POST',
        headers: [{ key: 'Authorization', value: 'Bearer {{TOKEN}}', enabled: true }],
        body: { kind: 'json', value: '{"item": "tea"}' },
      },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'a' }],
};

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  await author.call('PUT', `/api/v1/workspaces/${author.workspaceId}/variables/TOKEN`, { value: TOKEN });
});

test.beforeEach(async ({ page, context }) => {
  upstream = await startUpstream((_, response) => {
    response.statusCode = upstream.received.length === 1 ? 503 : 200;
    response.end('{"ok": true}');
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, PERSON);
});

test.afterEach(() => upstream.stop());

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a block is copied as code, and what it sent in a past run as curl', async ({ page }) => {
  await openWorkflow(page, author, 'Copied', LINE);

  await test.step('under the right mouse button a block is copied as code, and the canvas takes a new one', async () => {
    await blockNamed(page, 'order').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy as Python' }).click();
    await expect.poll(() => clipboard(page)).toContain('import requests');
    expect(await clipboard(page)).toContain('Bearer {{TOKEN}}');
    expect(upstream.received).toEqual([]);
    await page
      .getByRole('region', { name: 'Canvas' })
      .click({ button: 'right', position: { x: 400, y: 500 } });
    await page.getByRole('menuitem', { name: 'Add a block here' }).click();
    await page.getByRole('option', { name: /^Response/ }).click();
    await expect(blockNamed(page, 'response')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(blockNamed(page, 'response')).toHaveCount(0);
  });

  await test.step('what each try of a past run sent is copied as curl, which sends it again', async () => {
    await runToTheEnd(page);
    expect(upstream.received).toHaveLength(2);
    await page.getByRole('link', { name: 'Open log' }).click();
    const detail = page.getByRole('region', { name: 'Block order' });
    await expect(detail.getByRole('heading', { name: 'Attempts, each with the same request' })).toBeVisible();
    await detail.getByRole('button', { name: 'Copy request as…' }).click();
    await page.getByRole('menuitem', { name: 'curl' }).click();
    await expect(page.getByText(/Secrets are not recorded/)).toBeVisible();
    const command = await clipboard(page);
    expect(command).not.toContain(TOKEN);
    await promisify(execFile)('bash', ['-c', command.replaceAll('{{TOKEN}}', TOKEN)]);
    const [first, , again] = upstream.received;
    const { host: _, connection: __, 'content-length': length, ...headers } = first!.headers;
    expect(again).toMatchObject({ line: 'POST /orders', body: '{"item": "tea"}', headers });
    expect(again!.headers['content-length']).toBe(length);
  });
});
