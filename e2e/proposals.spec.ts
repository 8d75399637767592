import { expect, test } from '@playwright/test';
import { openAiEvents } from '../lib/platform/models/testing/openai-wire';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'reviewer';
let author: KeyHolder;
let upstream: Upstream;
let answer: object = {};

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  const variables = `/api/v1/workspaces/${author.workspaceId}/variables`;
  await author.call('PUT', `${variables}/MODEL_KEY`, { value: 'sk-e2e-0123456789abcdef' });
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(({ line }, response) => {
    if (!line.includes('/chat/completions')) {
      response.writeHead(500).end('{"broken": true}');
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    response.end(openAiEvents({ text: JSON.stringify(answer) }).join(''));
  });
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const multiplying: WrittenDocument = {
  blocks: {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'n', type: 'number' }] },
    },
    f: {
      id: 'f',
      type: 'function',
      name: 'multiply',
      position: { x: 330, y: 0 },
      config: { code: 'return <start.n> * 2;' },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'f' }],
};

/** Calls a management tool, as an agent does. */
async function callTool(name: string, args: object): Promise<Record<string, unknown>> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const path = `/mcp/${author.workspaceId}/manage`;
  const { body } = await author.call<{ result: { structuredContent: Record<string, unknown> } }>(
    'POST',
    path,
    call,
  );
  return body.result.structuredContent;
}

test('an agent’s proposal is tested, applied, and another one is rejected', async ({ page }) => {
  const id = await author.createWorkflow('Reviewed', multiplying);
  const { body: ran } = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: { n: 3 },
  });
  await author.call('POST', `/api/v1/logs/${ran.logId}/keep-as-test`, { name: 'Three doubled' });
  const propose = (code: string, explanation: string) =>
    callTool('propose_change', {
      workflow_id: id,
      version: 1,
      explanation,
      change: { blocks: [{ id: 'f', config: { code } }] },
    });
  await propose('return <start.n> * 3;', 'Three times as much');
  await propose('return <start.n> + <start.n>;', 'Add instead');

  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await page.getByRole('button', { name: '2 open proposals' }).click();
  const list = page.getByRole('dialog', { name: 'Proposals' });
  await expectAccessible(page, 'the list of proposals');
  const open = (words: string) =>
    list.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: 'Open' }).click();

  await open('Three times as much');
  const proposal = page.getByRole('dialog', { name: 'Proposal', exact: true });
  await proposal.getByRole('button', { name: 'Run tests' }).click();
  await expect(proposal.getByText('0 of 1 test passed')).toBeVisible();
  await expect(proposal.getByText('The output at result is 9: expected 6.')).toBeVisible();
  await expect(proposal.getByRole('button', { name: /Changed multiply/ })).toBeVisible();
  await expectAccessible(page, 'a proposal with a failed test');
  await proposal.getByRole('button', { name: 'Reject' }).click();
  await expect(list.getByText('Rejected')).toBeVisible();

  await open('Add instead');
  await proposal.getByRole('button', { name: 'Run tests' }).click();
  await expect(proposal.getByText('1 of 1 test passed')).toBeVisible();
  await proposal.getByRole('button', { name: 'Replay runs' }).click();
  await expect(proposal.getByText('1 of 1 run give the same result.')).toBeVisible();
  await proposal.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(proposal).toHaveCount(0);
  expect((await savedDocument(page, author, id)).blocks.f?.config).toMatchObject({
    code: 'return <start.n> + <start.n>;',
  });
});

test('a failed run is fixed by a proposal that its test passes with', async ({ page }) => {
  const model = { provider: 'openai', baseUrl: `${UPSTREAM}/v1`, keyVariable: 'MODEL_KEY', model: 'house' };
  const path = `/api/workspaces/${author.workspaceId}/assistant-model`;
  await page.request.put(path, { data: model, headers: { 'sec-fetch-site': 'same-origin' } });
  const id = await openWorkflow(page, author, 'Fixed', {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      a: {
        id: 'a',
        type: 'api',
        name: 'orders',
        position: { x: 328, y: 0 },
        config: { url: `${UPSTREAM}/broken`, failOnStatus: true, retry: { when: 'never' } },
      },
    },
    edges: [{ id: 'e1', source: 's', target: 'a' }],
  });
  const { body: ran } = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  answer = {
    explanation: 'The server answers 500. Go on, and look at the status.',
    change: { blocks: [{ id: 'a', config: { failOnStatus: false } }] },
  };
  await page.goto(`/w/${author.workspaceId}/logs?log=${ran.logId}`);
  await page.getByRole('button', { name: 'Fix this run…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fix this run' });
  await dialog.getByRole('button', { name: 'Propose a fix' }).click();
  await expect(dialog.getByText('The test fails on the draft, and passes with the proposal')).toBeVisible();
  await expectAccessible(page, 'a proposed fix');
  await dialog.getByRole('link', { name: 'Open the proposal' }).click();
  const proposal = page.getByRole('dialog', { name: 'Proposal', exact: true });
  await proposal.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(proposal).toHaveCount(0);
  expect((await savedDocument(page, author, id)).blocks.a?.config).toMatchObject({ failOnStatus: false });
});

test('a described change is kept, and shown with its tests', async ({ page }) => {
  const model = { provider: 'openai', baseUrl: `${UPSTREAM}/v1`, keyVariable: 'MODEL_KEY', model: 'house' };
  const path = `/api/workspaces/${author.workspaceId}/assistant-model`;
  await page.request.put(path, { data: model, headers: { 'sec-fetch-site': 'same-origin' } });
  answer = {
    explanation: 'It multiplies by four.',
    change: { blocks: [{ id: 'f', config: { code: 'return <start.n> * 4;' } }] },
  };
  await openWorkflow(page, author, 'Kept', multiplying);
  await page.getByRole('button', { name: 'Describe a step' }).click();
  const form = page.getByRole('dialog', { name: 'Describe a step' });
  await form.getByLabel('What should happen?').fill('Four times as much');
  await form.getByRole('button', { name: 'Propose' }).click();
  await page.getByRole('dialog', { name: 'Proposal' }).getByRole('button', { name: 'Keep and test' }).click();
  const proposal = page.getByRole('dialog', { name: 'Proposal' });
  await expect(proposal.getByText('This workflow has no tests yet.')).toBeVisible();
  await expect(proposal.getByRole('button', { name: 'Reject' })).toBeVisible();
});
