import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { bundleOf } from '../scripts/lib/prepare.mjs';
import type { KeyHolder } from './fixtures/api';
import { blockNamed, makeAuthor, openWorkflow, saved, signIn } from './fixtures/author';

const execute = promisify(execFile);
const PERSON = 'folder-author';
let author: KeyHolder;
let folder: string;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-folder-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test('what is pulled, edited and pushed is on the canvas; an edit that conflicts is refused', async ({
  page,
  baseURL,
}) => {
  await signIn(page, PERSON);
  const cli = async (...args: string[]) => {
    const env = { ...process.env, MILLRACE_API_KEY: author.key };
    const where = ['--url', baseURL ?? '', '--workspace', author.workspaceId];
    const all = [bundleOf('cli'), args[0]!, folder, ...where, ...args.slice(1)];
    const {
      stdout,
      stderr,
      code = 0,
    } = await execute(process.execPath, all, { env }).catch((error) => error);
    return { said: stdout + stderr, code };
  };
  const id = await openWorkflow(page, author, 'Orders', {
    blocks: {
      a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      b: { id: 'b', type: 'response', name: 'answer', position: { x: 330, y: 0 } },
    },
    edges: [{ id: 'e', source: 'a', target: 'b' }],
  });
  expect(await cli('pull')).toMatchObject({ code: 0, said: expect.stringContaining('orders.json: written') });
  const file = path.join(folder, 'orders.json');
  const rename = (name: string) =>
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/"name": "(answer|reply|mine)"/, `"name": "${name}"`),
    );
  rename('reply');
  expect(await cli('push')).toEqual({ code: 0, said: 'orders.json: saved\n' });
  await page.reload();
  await expect(blockNamed(page, 'reply')).toBeVisible();

  await blockNamed(page, 'reply').click();
  await page.getByLabel('Block name').fill('theirs');
  await page.getByLabel('Block name').press('Enter');
  await saved(page);
  rename('mine');
  expect(await cli('push')).toEqual({
    code: 1,
    said: 'refused  orders.json: "Orders" was changed in the workspace since the last pull; pull first\n',
  });
  const { body } = await author.call<{ data: { document: { blocks: Record<string, { name: string }> } } }>(
    'GET',
    `/api/v1/workflows/${id}`,
  );
  expect(body.data.document.blocks.b?.name).toBe('theirs');
});
