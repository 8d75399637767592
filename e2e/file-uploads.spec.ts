import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'uploader';
const FILE = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring bread.') };
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(async ({ page }) => {
  upstream = await startUpstream((_, response) => response.end('{"kept": true}'));
  await signIn(page, PERSON);
});

test.afterEach(() => upstream.stop());

/** Opens a workflow that forwards the given file. */
const openUpload = (page: Page, body: object) =>
  openWorkflow(page, author, 'Upload', {
    blocks: {
      s: {
        id: 's',
        type: 'start',
        name: 'start',
        position: { x: 0, y: 0 },
        config: { fields: [{ name: 'notes', type: 'object', required: true }] },
      },
      u: {
        id: 'u',
        type: 'api',
        name: 'upload',
        position: { x: 330, y: 0 },
        config: { url: `${UPSTREAM}/files`, method: 'POST', body },
      },
    },
    edges: [{ id: 'e', source: 's', target: 'u' }],
  });

const MULTIPART = { kind: 'multipart', rows: [{ key: 'doc', value: '<start.notes>', enabled: true }] };

test('a run is given a file of the disk and sends it as a part', async ({ page }) => {
  await openUpload(page, MULTIPART);
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Run with input' });
  await dialog.getByLabel('Choose a file for notes').setInputFiles(FILE);
  await expect(dialog.getByText('notes.txt')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove notes.txt' }).click();
  await dialog.getByLabel('Choose a file for notes').setInputFiles({
    ...FILE,
    name: 'large.bin',
    buffer: Buffer.alloc(8 * 1024 * 1024),
  });
  await expect(page.getByText(/“large.bin” is too large: 8.* of at most 7/)).toBeVisible();
  await dialog.getByLabel('Choose a file for notes').setInputFiles(FILE);
  await dialog.getByRole('button', { name: 'Run', exact: false }).click();
  await expect(
    page.getByRole('region', { name: 'Run', exact: true }).getByText('Success', { exact: true }),
  ).toBeVisible();
  expect(upstream.received).toHaveLength(1);
  expect(upstream.received[0]?.body).toMatch(
    /name="doc"; filename="notes.txt"\r\nContent-Type: text\/plain\r\n\r\nBring bread\.\r\n/,
  );
});

test('a block alone sends a file of the disk as its whole body', async ({ page }) => {
  await openUpload(page, { kind: 'raw', value: '<start.notes>' });
  await openBlock(page, 'upload');
  await page.getByRole('button', { name: 'Send', exact: false }).first().click();
  await page.getByRole('tab', { name: /Samples/ }).click();
  await page.getByLabel('Choose a file for start.notes').setInputFiles(FILE);
  await expect(page.getByRole('textbox', { name: 'Sample of start' })).toContainText('notes.txt');
  const before = upstream.received.length;
  await page.getByRole('button', { name: 'Send', exact: false }).first().click();
  await expect.poll(() => upstream.received.slice(before).map(({ body }) => body)).toEqual(['Bring bread.']);
  expect(upstream.received.at(-1)?.headers['content-type']).toBe('text/plain');
  await page.getByRole('tab', { name: /Samples/ }).click();
  await expectAccessible(page, 'a sample with a file');
});
