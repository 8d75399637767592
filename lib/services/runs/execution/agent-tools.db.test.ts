import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { startMcpServer } from '../../../core/blocks/agent/testing/mcp-server';
import {
  type ModelServer,
  type ModelServerRequest,
  startModelServer,
} from '../../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../../platform/models/testing/scripted-answer';
import { type LoopbackServer, listen } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getWorkflow } from '../../workflows/get-workflow';
import { saveWorkflow } from '../../workflows/save-workflow';
import { getExecution } from '../reading/get-execution';
import { KillableServer } from '../testing/killable-server';
import { queueByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';

vi.setConfig({ testTimeout: patient(180_000) });

const TIMEOUT_MS = patient(60_000);
const server = new KillableServer();
let mill: TestWorkspace;
let models: ModelServer;
let upstream: LoopbackServer;
/** The number of requests for each item. */
const calls = new Map<string, number>();
let isHeld = true;
let script: (question: ModelServerRequest, index: number) => ScriptedAnswer;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  mill = await mintWorkspace();
  models = await startModelServer((question, index) => script(question, index));
  upstream = await listen(
    createServer((request, response) => {
      const item = request.url?.slice(1) ?? '';
      calls.set(item, (calls.get(item) ?? 0) + 1);
      response.setHeader('content-type', 'application/json');
      if (item === 'a' || !isHeld) response.end(JSON.stringify({ item }));
    }),
  );
});
beforeEach(() => {
  calls.clear();
  models.questions.length = 0;
  isHeld = true;
});
afterEach(() => server.kill());
afterAll(async () => {
  await models.close();
  await upstream.close();
  await closeDatabase();
});

/** An agent with these tools. */
const agentWith = (tools: object[]) => ({
  type: 'agent',
  config: {
    provider: { kind: 'openai', baseUrl: models.baseUrlOf('openai'), apiKey: 'sk-0123456789' },
    model: 'house',
    prompt: 'Are a and b there?',
    maxRetries: 0,
    tools,
  },
});

const stateOf = async (id: string) => (await getExecution(mill.reader, id)).status;

test('an agent’s workflows run by themselves; after a kill -9 nothing that ended runs again', async () => {
  const called = await workflowIn(
    mill,
    [
      { type: 'api', config: { url: `${upstream.origin}/<b0.item>`, method: 'POST' } },
      { type: 'response', config: { body: '<b1.data>' } },
    ],
    [{ name: 'item', type: 'string', required: true }],
  );
  const toolCalls = ['a', 'b'].map((item) => ({ name: 'look_up', arguments: { item } }));
  script = (_, index) => (index === 0 ? { toolCalls } : { text: 'Both are there.' });
  const tool = { kind: 'workflow', name: 'look_up', description: 'Looks an item up', workflowId: called };
  const workflowId = await workflowIn(mill, [agentWith([tool])]);
  await server.start();
  const { executionId } = await queueByHand(mill.owner, { workflowId, input: {} });
  const childrenEnded = async () => {
    const { rows } = await pool().query(
      'SELECT p.final_output FROM runtime.log_payload p WHERE p.parent_execution_id = $1',
      [executionId],
    );
    return rows.map(({ final_output: output }) => JSON.parse(output).item).sort();
  };
  await expect.poll(() => calls.get('b'), { timeout: TIMEOUT_MS }).toBe(1);
  await expect.poll(childrenEnded, { timeout: TIMEOUT_MS }).toEqual(['a']);
  await server.kill();
  isHeld = false;
  await server.start();
  await expect.poll(() => stateOf(executionId), { timeout: TIMEOUT_MS }).toBe('success');
  expect(await childrenEnded()).toEqual(['a', 'b']);
  // The one that had not ended sent its request again, with the same key.
  expect(Object.fromEntries(calls)).toEqual({ a: 1, b: 2 });
  // The model's first answer was noted: it was asked once more, for the second.
  expect(models.questions).toHaveLength(2);
  const { tools } = models.questions[0]!.json as { tools: Array<{ function: { parameters: object } }> };
  expect(tools[0]?.function.parameters).toMatchObject({
    properties: { item: { type: 'string' } },
    required: ['item'],
  });
});

test('calls under way at a kill -9 are made again only where a key makes that safe', async () => {
  let isWordHeld = true;
  const words = await startMcpServer('json', ({ method }) =>
    method === 'tools/call' && isWordHeld ? 'hang' : null,
  );
  const post = { kind: 'request', method: 'POST' };
  const noKey = [{ key: 'Idempotency-Key', value: '' }];
  const tools = [
    { kind: 'mcp', name: 'words', url: words.origin },
    { ...post, name: 'keyed', url: `${upstream.origin}/keyed` },
    { ...post, name: 'keyless', url: `${upstream.origin}/keyless`, headers: noKey },
  ];
  const toolCalls = [
    { name: 'words_look_up', arguments: { word: 'mill' } },
    { name: 'keyed', arguments: {} },
    { name: 'keyless', arguments: {} },
  ];
  script = (_, index) => (index === 0 ? { toolCalls } : { text: 'As far as I know.' });
  const workflowId = await workflowIn(mill, [agentWith(tools)]);
  await server.start();
  const { executionId } = await queueByHand(mill.owner, { workflowId, input: {} });
  const wordCalls = () => words.received.filter(({ body }) => body.includes('tools/call')).length;
  const underWay = () => [wordCalls(), calls.get('keyed'), calls.get('keyless')];
  await expect.poll(underWay, { timeout: TIMEOUT_MS }).toEqual([1, 1, 1]);
  await server.kill();
  isHeld = false;
  isWordHeld = false;
  await server.start();
  await expect.poll(() => stateOf(executionId), { timeout: TIMEOUT_MS }).toBe('success');
  expect(underWay()).toEqual([1, 2, 1]);
  const told = (models.questions[1]!.json.messages as Array<{ role: string; content: string }>)
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
  expect(told).toEqual([
    expect.stringMatching(/not known whether it was carried out/),
    expect.stringContaining('"item":"keyed"'),
    expect.stringMatching(/not known whether it was carried out/),
  ]);
  await words.close();
});

test('an agent whose workflow calls itself as a tool is stopped ten levels below the first run', async () => {
  const told: string[] = [];
  script = ({ json }) => {
    const last = (json.messages as Array<{ role: string; content: string }>).at(-1)!;
    if (last.role !== 'tool') return { toolCalls: [{ name: 'again', arguments: {} }] };
    told.push(last.content);
    return { text: 'Done.' };
  };
  const workflowId = await workflowIn(mill, [agentWith([])]);
  const { data } = await getWorkflow(mill.owner, { id: workflowId });
  const { document } = data;
  const again = { kind: 'workflow', name: 'again', description: '', workflowId };
  document.blocks.b1 = { ...document.blocks.b1!, ...agentWith([again]) };
  await saveWorkflow(mill.owner, { id: workflowId, document });
  await server.start();
  const { executionId } = await queueByHand(mill.owner, { workflowId, input: {} });
  await expect.poll(() => stateOf(executionId), { timeout: TIMEOUT_MS }).toBe('success');
  const { rows } = await pool().query('SELECT level FROM runtime.log WHERE workflow_id = $1', [workflowId]);
  expect(rows).toEqual(Array.from({ length: 11 }, () => ({ level: 'info' })));
  expect(told[0]).toContain('10 levels deep at most');
  expect(told).toHaveLength(11);
});
