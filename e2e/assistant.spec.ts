import { expect, type Page, test } from '@playwright/test';
import { openAiError, openAiEvents } from '../lib/platform/models/testing/openai-wire';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, runToTheEnd, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'describer';
const KEY = 'sk-e2e-0123456789abcdef';
const SECRET = 'canary-of-the-browser-1';
let author: KeyHolder;
let upstream: Upstream;
let script: unknown[] = [];
/** The next responses wait for this promise. */
let held: Promise<void> | null = null;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  const workspace = `/api/v1/workspaces/${author.workspaceId}`;
  await author.call('PUT', `${workspace}/variables/MODEL_KEY`, { value: KEY });
});
test.beforeEach(async ({ page }) => {
  script = [];
  held = null;
  upstream = await startUpstream(({ line, headers }, response) => {
    if (!line.includes('/chat/completions')) {
      if (line.includes('/broken')) response.writeHead(500);
      response.end(JSON.stringify([{ id: 7, customer: 'Ada' }]));
      return;
    }
    if (headers.authorization !== `Bearer ${KEY}`) {
      response.writeHead(401).end(JSON.stringify(openAiError(401, { code: 'invalid', message: 'Bad key.' })));
      return;
    }
    const answer = script.shift();
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.setHeader('content-type', 'text/event-stream');
    void (held ?? Promise.resolve()).then(() => response.end(openAiEvents({ text }).join('')));
  });
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const document = (path: string): WrittenDocument => ({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: {
      id: 'a',
      type: 'api',
      name: 'orders',
      position: { x: 328, y: 0 },
      config: {
        url: `${UPSTREAM}/${path}`,
        headers: [{ key: 'X-Api-Key', value: SECRET }],
        failOnStatus: true,
        retry: { when: 'never' },
      },
    },
  },
  edges: [{ id: 'e1', source: 's', target: 'a' }],
});
const PROPOSAL = {
  explanation:
    'It picks the first order and answers with its customer. The request stays as it is, but for a timeout.',
  change: {
    blocks: [
      { id: 'pick', type: 'function', name: 'pick', config: { code: 'return <orders.data[0].customer>;' } },
      { id: 'answer', type: 'response', name: 'answer', config: { body: '{"customer": "<pick.result>"}' } },
      { id: 'a', config: { timeoutMs: 5_000 } },
    ],
    edges: [
      { source: 'a', target: 'pick' },
      { source: 'pick', target: 'answer' },
    ],
  },
};
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const modelPath = () => `/api/v1/workspaces/${author.workspaceId}/assistant-model`;
/** Stores the model the way the settings do. */
async function chooseModel(page: Page): Promise<void> {
  const data = { provider: 'openai', baseUrl: `${UPSTREAM}/v1`, keyVariable: 'MODEL_KEY', model: 'house' };
  const answer = await page.request.put(modelPath(), { data, headers: SAME_ORIGIN });
  expect(answer.status()).toBe(200);
}
const describeButton = (page: Page) => page.getByRole('button', { name: 'Describe a step' });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });

async function ask(page: Page, words: string): Promise<void> {
  await describeButton(page).click();
  const form = sheet(page, 'Describe a step');
  await form.getByLabel('What should happen?').fill(words);
  await form.getByRole('button', { name: 'Propose' }).click();
}

test('an admin chooses the model; until then the editor has no assistant', async ({ page }) => {
  await page.request.delete(modelPath(), { headers: SAME_ORIGIN });
  const answered = page.waitForResponse((response) => response.url().endsWith(modelPath()));
  await openWorkflow(page, author, 'Without', document('orders'));
  expect(await (await answered).json()).toEqual({ data: null });
  await expect(describeButton(page)).toHaveCount(0);
  await page.goto(`/w/${author.workspaceId}/settings/assistant`);
  await page.getByLabel('Model', { exact: true }).fill('house');
  await page.getByLabel('Base URL').fill(`${UPSTREAM}/v1`);
  await page.getByLabel('Variable with the API key').click();
  await page.getByRole('option', { name: 'MODEL_KEY' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove the assistant…' })).toBeVisible();
  await expectAccessible(page, 'the assistant’s settings');
});

test('a step in words becomes a diff, which is taken or discarded', async ({ page }) => {
  await chooseModel(page);
  const id = await openWorkflow(page, author, 'Described', document('orders'));

  await test.step('a step in words becomes a diff, is taken as one step, runs, and is undone', async () => {
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    script = ['not JSON', PROPOSAL];
    await ask(page, 'Answer with the customer of the first order');
    await expect(page.getByText('Asking house…')).toBeVisible();
    release();
    const proposal = sheet(page, 'Proposal');
    await expect(proposal.getByText('It picks the first order')).toBeVisible();
    const changes = proposal.getByRole('region', { name: 'Changes' });
    await expect(changes.getByRole('button', { name: /Added pick/ })).toBeVisible();
    await changes.getByRole('button', { name: /Changed orders/ }).click();
    await expect(changes.getByText('timeoutMs')).toBeVisible();
    expect((await savedDocument(page, author, id)).blocks.pick).toBeUndefined();
    await changes.getByRole('checkbox', { name: 'Apply orders' }).click();
    await expect(proposal.getByRole('button', { name: 'Apply 2 blocks' })).toBeVisible();
    await proposal.getByRole('button', { name: 'Apply 2 blocks' }).click();
    await expect(proposal).toHaveCount(0);
    const saved = await savedDocument(page, author, id);
    expect(Object.keys(saved.blocks).sort()).toEqual(['a', 'answer', 'pick', 's']);
    expect(saved.blocks.a?.config).toMatchObject({ headers: [{ value: SECRET }] });
    expect(saved.blocks.a?.config?.timeoutMs).toBeUndefined();
    await runToTheEnd(page);
    await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('Ada');
    await page.getByRole('button', { name: 'Undo: Apply a proposal' }).click();
    expect(Object.keys((await savedDocument(page, author, id)).blocks).sort()).toEqual(['a', 's']);
    const questions = upstream.received.filter(({ line }) => line.includes('/chat/completions'));
    expect(questions).toHaveLength(2);
    for (const { body } of questions) expect(body).not.toContain('canary');
    await describeButton(page).click();
    await expect(sheet(page, 'Describe a step').getByLabel('What should happen?')).toBeFocused();
    await expectAccessible(page, 'describing a step');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await expect(sheet(page, 'Describe a step')).toHaveCount(0);
  });

  await test.step('a proposal is discarded, one that can’t be used says why, and asking is cancelled', async () => {
    script = [PROPOSAL];
    await ask(page, 'Pick one');
    await sheet(page, 'Proposal').getByRole('button', { name: 'Discard' }).click();
    await expect(sheet(page, 'Proposal')).toHaveCount(0);
    const wrong = { explanation: 'x', change: { blocks: [{ id: 'x', type: 'shell', name: 'x' }] } };
    script = [wrong, wrong];
    await ask(page, 'Run a shell');
    const form = sheet(page, 'Describe a step');
    await expect(form.getByRole('alert')).toContainText('there is no type "shell"');
    await expect(form.getByLabel('What should happen?')).toHaveValue('Run a shell');
    held = new Promise(() => undefined);
    script = [PROPOSAL];
    await form.getByRole('button', { name: 'Ask again' }).click();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByRole('button', { name: 'Propose' })).toBeEnabled();
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toHaveCount(0);
    expect(Object.keys((await savedDocument(page, author, id)).blocks).sort()).toEqual(['a', 's']);
    held = null;
    script = [PROPOSAL];
    await ask(page, 'Pick one');
    await expect(sheet(page, 'Proposal').getByRole('checkbox', { name: 'Apply pick' })).toBeVisible();
    await expectAccessible(page, 'a proposal');
  });
});

test('an error is explained, with a change to take, in the editor and beside the log', async ({ page }) => {
  await chooseModel(page);
  const id = await openWorkflow(page, author, 'Explained', document('broken'));
  const mend = {
    explanation: 'The server answers 500. Let the run go on and look at the status.',
    change: { blocks: [{ id: 'a', config: { failOnStatus: false } }] },
  };
  script = [mend, { explanation: 'The server itself failed.', change: null }];
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await run.getByRole('button', { name: 'Explain this error' }).click();
  const explained = sheet(page, 'Explanation of the error');
  await expect(explained.getByText('Let the run go on')).toBeVisible();
  await explained.getByRole('button', { name: 'Apply all' }).click();
  expect((await savedDocument(page, author, id)).blocks.a?.config).toMatchObject({ failOnStatus: false });
  await run.getByRole('link', { name: 'Open log' }).click();
  const span = page.getByRole('region', { name: 'Block orders' });
  await span.getByRole('button', { name: 'Explain this error' }).click();
  await expect(span.getByText('The server itself failed.')).toBeVisible();
  await expectAccessible(page, 'an explained error beside its log');
  for (const { body } of upstream.received.filter(({ line }) => line.includes('/chat/'))) {
    expect(body).toContain('HTTP_STATUS');
    expect(body).not.toContain('canary');
  }
});
