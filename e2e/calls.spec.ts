import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, type Page, test } from '@playwright/test';
import { transform } from 'esbuild';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, signIn } from './fixtures/author';

const PERSON = 'integrator';
const CITY = `O'Hare "x" $HOME`;
let author: KeyHolder;

const GREETING: WrittenDocument = {
  blocks: {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: {
        fields: [
          { name: 'city', type: 'string', required: true, default: CITY },
          { name: 'days', type: 'number', required: true },
        ],
      },
    },
    r: {
      id: 'r',
      type: 'response',
      name: 'response',
      position: { x: 330, y: 0 },
      config: { status: 203, body: 'Hello <start.city> for <start.days>' },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'r' }],
};
const GREETED = `Hello ${CITY} for 1`;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, PERSON);
});

const panel = (page: Page) => page.getByRole('dialog', { name: 'Call this workflow' });

async function copied(page: Page, language: string, mode: string): Promise<string> {
  await panel(page).getByRole('tab', { name: language }).click();
  await panel(page).getByRole('radio', { name: mode }).click();
  const code = panel(page).getByRole('tabpanel').locator('code').first();
  await panel(page)
    .getByRole('button', { name: `Copy ${language} code` })
    .click();
  await expect(panel(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toBe(await code.textContent());
  return text;
}

/** Runs the code like a reader, with the key in the environment. @returns its output */
async function run(language: string, code: string, key = author.key): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'calls-'));
  try {
    const file = path.join(folder, language === 'Python' ? 'call.py' : 'call.mjs');
    await writeFile(file, language === 'TypeScript' ? (await transform(code, { loader: 'ts' })).code : code);
    const command: Record<string, [string, string[]]> = {
      curl: ['bash', ['-c', code]],
      TypeScript: [process.execPath, [file]],
      Python: ['python3', [file]],
    };
    const env = { ...process.env, MILLRACE_API_KEY: key };
    return (await promisify(execFile)(...command[language]!, { env, timeout: patient(60_000) })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a workflow is offered as a tool, which an MCP client then finds and calls', async ({
  page,
  baseURL,
}) => {
  const id = await openWorkflow(page, author, 'Greet people', GREETING);
  await page.getByRole('button', { name: 'Call from code' }).click();
  await panel(page).getByRole('tab', { name: 'MCP tool' }).click();
  await expect(panel(page)).toContainText('Not published yet');
  const name = panel(page).getByLabel('Tool name');
  await expect(name).toHaveValue('greet_people');
  await name.fill('no spaces, please');
  await panel(page).getByRole('button', { name: 'Offer as a tool' }).click();
  await expect(panel(page).getByText('A name is letters, digits')).toBeVisible();
  await expect(page.getByText('A name is letters, digits')).toHaveCount(1);
  await name.fill('greet');
  await panel(page).getByLabel('Description for the model').fill('Greets a city.');
  await panel(page).getByRole('button', { name: 'Offer as a tool' }).click();
  await expect(panel(page).getByRole('button', { name: 'Stop offering' })).toBeVisible();

  await author.call('POST', `/api/v1/workflows/${id}/publish`, {});
  const shown = await panel(page)
    .getByRole('region', { name: 'Configuration' })
    .locator('code')
    .last()
    .innerText();
  const { url } = JSON.parse(shown).mcpServers.millrace as { url: string };
  expect(new URL(url).pathname).toBe(`/mcp/${author.workspaceId}`);
  const client = new Client({ name: 'e2e', version: '1' });
  const at = new URL(new URL(url).pathname, baseURL);
  await client.connect(
    new StreamableHTTPClientTransport(at, { requestInit: { headers: { 'x-api-key': author.key } } }),
  );
  expect((await client.listTools()).tools).toMatchObject([{ name: 'greet', description: 'Greets a city.' }]);
  const result = await client.callTool({ name: 'greet', arguments: { city: 'Ulm', days: 2 } });
  expect(result.content).toEqual([{ type: 'text', text: 'Hello Ulm for 2' }]);

  await expectAccessible(page, 'the offer of a tool');
  await panel(page).getByRole('button', { name: 'Stop offering' }).click();
  await expect(panel(page).getByRole('button', { name: 'Offer as a tool' })).toBeVisible();
  expect((await client.listTools()).tools).toEqual([]);
  await client.close();
  await panel(page).getByRole('tab', { name: 'TypeScript' }).click();
  await expectAccessible(page, 'code to call a workflow');
});

test('the code to call a workflow is shown once its part is loaded, and runs', async ({ page }) => {
  test.setTimeout(patient(180_000));
  await openWorkflow(page, author, 'Greeting', GREETING);

  await test.step('a part of the editor that can’t be loaded says so in its place, and the rest stays', async () => {
    await expect(page.getByTestId('save-state')).toContainText('Saved');
    // The panels are loaded: only this part is still pending.
    await openBlock(page, 'start');
    await page.route('**/_next/static/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Call from code' }).click();
    const notLoaded = page.getByRole('dialog', { name: 'Not loaded' });
    await expect(notLoaded.getByRole('alert')).toContainText('This part couldn’t be loaded');
    await expect(page.getByTestId('save-state')).toContainText('Saved');
    await page.unroute('**/_next/static/**');
    await notLoaded.getByRole('button', { name: 'Try again' }).click();
    await expect(panel(page)).toContainText('Calls run the draft until you publish');
  });

  await test.step('the code that is shown runs: each language, each way to be answered', async () => {
    await expect(panel(page)).toContainText('Calls run the draft until you publish');
    for (const language of ['curl', 'TypeScript', 'Python']) {
      const envelope = await run(language, await copied(page, language, 'Wait'));
      expect(envelope).toContain(language === 'curl' ? JSON.stringify(GREETED) : GREETED);
      expect(envelope).toContain('success');
      const response = await run(language, await copied(page, language, 'Response block'));
      expect(response).toContain('203');
      expect(response).toContain(GREETED);
      const queued = await run(language, await copied(page, language, 'Queue'));
      expect(queued).toContain('success');
      expect(queued).toContain(language === 'curl' ? JSON.stringify(GREETED) : GREETED);
    }
  });

  await test.step('a click makes a key that is in the code from then on, and can only run workflows', async () => {
    await panel(page).getByRole('button', { name: 'Create a key for this code' }).click();
    await expect(panel(page).getByText('API key created')).toBeVisible();
    await expectAccessible(page, 'the code with its new key');
    for (const language of ['curl', 'Python'])
      expect(await run(language, await copied(page, language, 'Queue'), 'none')).toContain('success');
    const key = /millrace_live_\w+/.exec(await panel(page).getByRole('tabpanel').innerText())![0];
    const logs = `/api/v1/logs?workspaceId=${author.workspaceId}`;
    expect((await page.request.get(logs, { headers: { 'x-api-key': key } })).status()).toBe(403);
  });
});
