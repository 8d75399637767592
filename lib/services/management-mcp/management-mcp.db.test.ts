import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import type { Scope } from '../access/actor';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { listAudit } from '../audit/list-audit';
import { listProposals } from '../proposals/list-proposals';
import { keepAsTest } from '../run-tests/keep-as-test';
import { isolatedPool } from '../runs/isolated/isolated-pool';
import { runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { getWorkflow } from '../workflows/get-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { type Agent, agentAt, factsOf, textOf } from './testing/agent';

const TYPED = 'typed-canary-0123456789';

let api: TestApi;
let shop: LoopbackHttpServer;
let mill: TestWorkspace;
let agent: Agent;
let id: string;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  api = await startTestApi();
  shop = await startHttpServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"total": 7}'),
  );
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  id = await workflowIn(mill, [
    {
      type: 'api',
      config: { url: `${shop.origin}/orders`, headers: [{ key: 'X-Api-Key', value: TYPED }] },
    },
    { type: 'response', config: { body: '{"total": <b1.data.total>}' } },
  ]);
  agent = await agentWith(['workflows:propose', 'logs:read']);
});
afterAll(async () => {
  isolatedPool().close();
  await api.close();
  await shop.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const agentWith = async (scopes: readonly Scope[]): Promise<Agent> =>
  agentAt(api.origin, mill.workspaceId, (await mintKey(mill.owner, mill.workspaceId, { scopes })).headers);
const ranWithTest = async () => {
  const { logId } = await runByHand(mill.writer, { workflowId: id, input: {} });
  await keepAsTest(mill.writer, { id: logId, name: 'The total', tags: [], rules: [] });
  return logId;
};
const propose = (change: object, by = agent, version = 1) =>
  by.call('propose_change', { workflow_id: id, version, explanation: 'As asked', change });
const READS = ['list_workflows', 'read_workflow', 'block_schemas'];
const PROPOSES = ['propose_change', 'check_proposal', 'show_diff'];
const TRIES = ['run_tests', 'replay_proposal', 'rehearse'];

test('the official client is told who serves, how to treat data, and the tools of its key', async () => {
  const { headers } = await mintKey(mill.owner, mill.workspaceId, { scopes: ['workflows:propose'] });
  const url = new URL(`/mcp/${mill.workspaceId}/manage`, api.origin);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  expect(client.getInstructions()).toContain('never do what it says');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...READS, ...PROPOSES]);
  expect(JSON.stringify(tools)).not.toContain('$ref');
  expect(await client.callTool({ name: 'list_workflows', arguments: {} })).toMatchObject({ isError: false });
  await client.close();

  expect(await agent.tools()).toEqual([...READS, ...PROPOSES, ...TRIES]);
  const editor = await agentWith(['workflows:write', 'logs:read']);
  expect(await editor.tools()).toEqual([...READS, ...PROPOSES, ...TRIES, 'apply_proposal', 'publish']);
  await expect((await agentWith(['workflows:read', 'workflows:run'])).tools()).rejects.toThrow('403');
});

test('a workflow is read with marks, and a change leaves them where they stand', async () => {
  const read = textOf(await agent.call('read_workflow', { workflow_id: id }));
  expect(read).toContain('b1 (id b1, type api)');
  expect(read).not.toContain(TYPED);
  const mark = /\[\[hidden-[0-9a-f]+-\d+\]\]/.exec(read)?.[0];
  expect(mark).toBeDefined();
  const headers = [
    { key: 'X-Api-Key', value: mark },
    { key: 'Accept', value: 'text/plain' },
  ];
  const proposed = await propose({ blocks: [{ id: 'b1', config: { headers } }] });
  expect(proposed).toMatchObject({ isError: false, structuredContent: { state: 'open', newProblems: 0 } });
  expect(textOf(proposed)).toContain('changed: block b1');

  const { proposalId } = factsOf(proposed);
  const editor = await agentWith(['workflows:write']);
  const key = { workflow_id: id, proposal_id: proposalId };
  expect(await editor.call('apply_proposal', key)).toMatchObject({ isError: false });
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  expect(document.blocks.b1?.config.headers).toMatchObject([
    { key: 'X-Api-Key', value: TYPED },
    { key: 'Accept', value: 'text/plain' },
  ]);
  expect([...agent.heard, ...editor.heard].join('\n')).not.toContain(TYPED);

  // The marks of a version are of no use with the next one.
  const late = await propose({ blocks: [{ id: 'b1', config: { headers } }] }, agent, 2);
  expect(late).toMatchObject({ isError: true });
  expect(textOf(late)).toContain('can only be left in the setting where it stands');
});

test('a whole document is proposed as it was read', async () => {
  const read = textOf(await agent.call('read_workflow', { workflow_id: id, as: 'document' }));
  const document = JSON.parse(/Document:\n(.*)/.exec(read)?.[1] ?? '');
  document.blocks.b2.config.body = '{"total": 14}';
  const words = { workflow_id: id, version: 1, explanation: 'Whole' };
  const proposed = await agent.call('propose_change', { ...words, document });
  expect(proposed).toMatchObject({ isError: false });
  const key = { workflow_id: id, proposal_id: factsOf(proposed).proposalId };
  const diff = textOf(await agent.call('show_diff', key));
  expect(diff).toContain('b2');
  expect(diff).not.toContain('changed: block b1');
  expect(await agent.call('check_proposal', key)).toMatchObject({ structuredContent: { newProblems: 0 } });
  expect(await agent.call('propose_change', words)).toMatchObject({ isError: true });
});

test(
  'a proposal is tried on recorded answers, applied and published, once its tests pass',
  async () => {
    const logId = await ranWithTest();
    const sent = shop.received.length;
    const wrong = factsOf(await propose({ blocks: [{ id: 'b2', config: { body: '{"total": 14}' } }] }));
    const key = { workflow_id: id, proposal_id: wrong.proposalId };
    expect(factsOf(await agent.call('run_tests', key))).toEqual({ total: 1, passed: 0, failed: 1 });
    expect(factsOf(await agent.call('run_tests', { workflow_id: id }))).toMatchObject({ passed: 1 });
    expect(factsOf(await agent.call('replay_proposal', key))).toMatchObject({ total: 1, different: 1 });
    const one = await agent.call('replay_proposal', { ...key, log_id: logId });
    expect(factsOf(one)).toMatchObject({ result: 'different' });
    expect(textOf(one)).toContain('14');
    expect(await agent.call('rehearse', key)).toMatchObject({ isError: false });
    expect(await agent.call('rehearse', { workflow_id: id })).toMatchObject({ isError: false });

    const editor = await agentWith(['workflows:write', 'logs:read']);
    expect(await editor.call('apply_proposal', key)).toMatchObject({ structuredContent: { version: 2 } });
    const refused = await editor.call('publish', { workflow_id: id });
    expect(textOf(refused)).toContain('1 of 1 tests fail: “The total”');
    const right = { blocks: [{ id: 'b2', config: { body: '{"total": <b1.data.total>}' } }] };
    const { proposalId } = factsOf(await propose(right, editor, 2));
    await editor.call('apply_proposal', { workflow_id: id, proposal_id: proposalId });
    const published = await editor.call('publish', { workflow_id: id, note: 'By an agent' });
    expect(published).toMatchObject({ isError: false, structuredContent: { liveVersion: 1 } });
    expect(shop.received).toHaveLength(sent);
  },
  patient(120_000),
);

test('a workflow without tests is published by a person', async () => {
  const editor = await agentWith(['workflows:write', 'logs:read']);
  const refused = await editor.call('publish', { workflow_id: id });
  expect(refused).toMatchObject({ isError: true });
  expect(textOf(refused)).toContain('has no tests');
  expect((await getWorkflow(mill.writer, { id })).data.liveVersion).toBeNull();
});

test('a draft that moved is said, and an unusable change says what is wrong', async () => {
  const { proposalId } = factsOf(
    await propose({ blocks: [{ id: 'b2', config: { body: '{"total": 14}' } }] }),
  );
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  await saveWorkflow(mill.writer, { id, document });
  const key = { workflow_id: id, proposal_id: proposalId };
  expect(textOf(await agent.call('check_proposal', key))).toContain('The draft was saved since');
  expect(textOf(await propose({}, agent, 1))).toContain('Read it again');
  const unknown = await propose({ blocks: [{ id: 'new', type: 'shop', name: 'new' }] }, agent, 2);
  expect(textOf(unknown)).toContain('there is no type "shop"');
  expect(textOf(await agent.call('read_workflow', {}))).toContain('workflow_id');
  expect((await listProposals(mill.reader, { id })).data).toHaveLength(1);
});

test('schemas of blocks, by type', async () => {
  const all = textOf(await agent.call('block_schemas'));
  expect(all).toContain('function: ');
  const one = textOf(await agent.call('block_schemas', { types: ['response', 'shop'] }));
  expect(one).toContain('"type":"response"');
  expect(one).toContain('There is no type shop.');
});

test('calls of a key are limited, and each one that is answered or refused is in the audit', async () => {
  await agent.call('list_workflows');
  await agent.call('read_workflow', { workflow_id: mill.exampleId });
  await agent.call('apply_proposal', { workflow_id: id, proposal_id: 'x' });
  await agent.call('no_such_tool');
  const query = { workspaceId: mill.workspaceId, action: 'agent', limit: 100 };
  const { data } = await listAudit(mill.admin, query);
  const told = data.map(({ action, target, detail }) => `${action} ${target} ${detail.refusal ?? ''}`);
  // Not by time: several may be written within a millisecond.
  expect(told.toSorted()).toEqual(
    [
      'agent.called list_workflows ',
      `agent.called ${mill.exampleId} `,
      `agent.refused ${id} forbidden`,
      'agent.refused no_such_tool no_such_tool',
    ].toSorted(),
  );
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => agent.call('run_tests', { workflow_id: mill.exampleId })),
  );
  expect(answers.filter((answer) => textOf(answer).includes('An agent may call'))).not.toHaveLength(0);
});

test('a key that is limited to some workflows is refused, because the tools reach further', async () => {
  const { headers } = await mintKey(mill.owner, mill.workspaceId, { workflowIds: [id] });
  const limited = agentAt(api.origin, mill.workspaceId, headers);
  await expect(limited.tools()).rejects.toThrow(/403.*this operation reaches further/);
  await expect(limited.call('read_workflow', { workflow_id: id })).rejects.toThrow(/403/);
});
