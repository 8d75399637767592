import { expect, test } from '@playwright/test';
import { openAiError, openAiEvents } from '../lib/platform/models/testing/openai-wire';
import type { ScriptedAnswer } from '../lib/platform/models/testing/scripted-answer';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, runToTheEnd, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'prompter';
const KEY = 'sk-e2e-0123456789abcdef';
let author: KeyHolder;
let upstream: Upstream;
let script: ScriptedAnswer[] = [];
/** Sends the second half of a held response. */
let release = (): void => undefined;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(({ line, headers }, response) => {
    if (!line.includes('/chat/completions')) {
      response.end(JSON.stringify({ degrees: 21 }));
      return;
    }
    if (headers.authorization !== `Bearer ${KEY}`) {
      response.writeHead(401).end(JSON.stringify(openAiError(401, { code: 'invalid', message: 'Bad key.' })));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const answer = script.shift() ?? { text: 'No more.' };
    const events = openAiEvents(answer);
    const half = answer.fault === 'stall' ? Math.ceil(events.length / 2) : events.length;
    response.write(events.slice(0, half).join(''));
    release = () => response.end(events.slice(half).join(''));
    if (half === events.length) release();
  });
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const ASKING: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: { id: 'a', type: 'agent', name: 'agent', position: { x: 330, y: 0 } },
    r: {
      id: 'r',
      type: 'response',
      name: 'answer',
      position: { x: 660, y: 0 },
      config: { body: '<agent.data>' },
    },
  },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'r' },
  ],
};

test('an agent is built in the form, calls its tool, and its tokens and cost are in the log', async ({
  page,
}) => {
  const workspace = `/api/v1/workspaces/${author.workspaceId}`;
  await author.call('PUT', `${workspace}/variables/MODEL_KEY`, { value: KEY });

  await page.goto(`/w/${author.workspaceId}/settings/model-prices`);
  await page.getByRole('button', { name: 'New price' }).click();
  await page.getByLabel('Model', { exact: true }).fill('house');
  await page.getByLabel('Input, USD').fill('2');
  await page.getByLabel('Output, USD').fill('8');
  await page.getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByRole('cell', { name: '$8' })).toBeVisible();

  const id = await openWorkflow(page, author, 'Asks', ASKING);
  await openBlock(page, 'agent');
  await page.getByRole('combobox', { name: 'API key' }).fill('{{MODEL_KEY}}');
  await page.getByRole('combobox', { name: 'Base URL' }).fill(`${UPSTREAM}/v1`);
  await page.getByRole('combobox', { name: 'Model', exact: true }).fill('house');
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('Is it warm in Rome?');
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByRole('button', { name: 'Add a tool' }).click();
  await page.getByRole('textbox', { name: 'Name of tool 1' }).fill('weather');
  await page.getByRole('button', { name: 'Add a parameter' }).click();
  await page.getByRole('textbox', { name: 'Name of parameter 1 of weather' }).fill('city');
  await page.getByRole('checkbox', { name: 'Required' }).click();
  await page.getByRole('combobox', { name: 'URL of weather' }).fill(`${UPSTREAM}/now?city=<args.city>`);
  await page.getByRole('tab', { name: 'Output' }).click();
  await page
    .getByRole('textbox', { name: 'Output schema' })
    .fill('{"type": "object", "properties": {"warm": {"type": "boolean"}}, "required": ["warm"]}');
  await page.getByRole('tab', { name: 'Advanced' }).click();
  await page.getByRole('textbox', { name: 'Cost' }).fill('1');
  await page.getByRole('button', { name: 'Workflow settings' }).click();
  await page.getByLabel('Calls of models and tools').fill('20');
  await page.getByRole('button', { name: 'Apply' }).click();
  const saved = await savedDocument(page, author, id);
  expect(saved).toMatchObject({
    settings: { agents: { calls: 20 } },
    blocks: {
      a: {
        config: {
          provider: { apiKey: '{{MODEL_KEY}}', baseUrl: `${UPSTREAM}/v1` },
          limits: { usd: 1 },
          tools: [{ kind: 'request', name: 'weather' }],
        },
      },
    },
  });
  await expect(page.getByRole('button', { name: /problem/i })).toHaveCount(0);

  script = [
    { toolCalls: [{ name: 'weather', arguments: { city: 'Rome' } }], usage: { input: 1_000, output: 250 } },
    { text: '{"warm": true}', usage: { input: 2_000, output: 250 } },
  ];
  await runToTheEnd(page);
  // The form has requested the list of models.
  const ran = upstream.received.map(({ line }) => line).filter((line) => line !== 'GET /v1/models');
  expect(ran).toEqual(['POST /v1/chat/completions', 'GET /now?city=Rome', 'POST /v1/chat/completions']);

  await page.getByRole('link', { name: 'Open log' }).click();
  for (const name of ['Step 1', 'weather', 'Step 2'])
    await expect(page.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible();
  await page.getByRole('tab', { name: /cost/i }).click();
  await expect(page.getByRole('cell', { name: 'house' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '3,000' })).toBeVisible();
  // 3000 × 2 + 500 × 8 = 10,000 millionths
  await expect(page.getByRole('cell', { name: '$0.01' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(KEY);

  await page.goto(`/w/${author.workspaceId}/settings/model-prices`);
  const remove = page.getByRole('button', { name: 'Delete the price of house' });
  const question = page.getByRole('alertdialog', { name: 'Delete the price of house?' });
  await remove.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('cell', { name: 'house', exact: true })).toBeVisible();
  await remove.click();
  await question.getByRole('button', { name: 'Delete price' }).click();
  await expect(page.getByText('No prices of your own')).toBeVisible();
});

test('what a model writes is read while it writes it', async ({ page }) => {
  const workspace = `/api/v1/workspaces/${author.workspaceId}`;
  await author.call('PUT', `${workspace}/variables/MODEL_KEY`, { value: KEY });
  const provider = { kind: 'openai', baseUrl: `${UPSTREAM}/v1`, apiKey: '{{MODEL_KEY}}' };
  const config = { provider, model: 'house', prompt: 'Is it warm in Rome?' };
  const { a, s, r } = ASKING.blocks;
  const answer = { ...r!, config: { body: '<agent.content>' } };
  await openWorkflow(page, author, 'Writes', {
    ...ASKING,
    blocks: { s: s!, a: { ...a!, config }, r: answer },
  });
  script = [
    { text: 'It is warm in Rome, twenty-one degrees, and it stays so until tonight.', fault: 'stall' },
  ];
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  const text = run.getByRole('region', { name: 'Text of agent' });
  await expect(text).toContainText('It is warm in');
  await expect(text).not.toContainText('tonight');
  await expectAccessible(page, 'a model writes');
  release();
  await expect(run.getByText('Success', { exact: true })).toBeVisible();
  await expect(text).toHaveCount(0);
});
