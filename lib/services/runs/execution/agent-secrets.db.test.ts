import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type McpMessage, startMcpServer } from '../../../core/blocks/agent/testing/mcp-server';
import { type ModelServer, startModelServer } from '../../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../../platform/models/testing/scripted-answer';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import type { LoopbackHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { setVariable } from '../../variables/set-variable';
import { sendBlock } from '../single-block/send-block';
import { type EchoServer, startEchoServer } from '../testing/echo-server';
import { runByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';

const SECRET = 'sk-secret/0123+4567';
let mill: TestWorkspace;
let models: ModelServer;
let echo: EchoServer;
let script: (index: number) => ScriptedAnswer;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  mill = await mintWorkspace();
  models = await startModelServer((_, index) => script(index));
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value: SECRET });
});
beforeEach(async () => {
  models.questions.length = 0;
  script = (index) =>
    index === 0 ? { toolCalls: [{ name: toolName, arguments: toolArgs }] } : { text: 'Done.' };
  echo = await startEchoServer();
});
afterAll(async () => {
  await models.close();
  await outboundClient().close();
  await closeDatabase();
});

let toolName = 'echo';
let toolArgs: object = {};

const agentWith = (tool: object, more: object = {}) => ({
  type: 'agent',
  config: {
    provider: { kind: 'openai', baseUrl: models.baseUrlOf('openai'), apiKey: 'sk-of-the-model' },
    model: 'house',
    prompt: 'Ask it.',
    maxRetries: 0,
    tools: [tool],
    ...more,
  },
});
const headers = [{ key: 'Authorization', value: 'Bearer {{TOKEN}}' }];

/** Every way in which the value could have come back, as it stands in what the model was sent. */
const forms = [
  SECRET,
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64').slice(0, -3),
  Buffer.from(SECRET).toString('hex'),
  [...SECRET].reverse().join(''),
];
function expectUnseen(): string {
  const seen = JSON.stringify(models.questions.map(({ json }) => json));
  expect(models.questions.length).toBeGreaterThan(1);
  for (const form of forms) expect(seen).not.toContain(form);
  return seen;
}

describe('what a model is told of a secret that a tool was sent', () => {
  it('is its name, where a request’s answer repeats it; later blocks get the answer as it is', async () => {
    [toolName, toolArgs] = ['echo', {}];
    const tool = {
      kind: 'request',
      name: 'echo',
      method: 'POST',
      headers,
      url: `${echo.origin}/{{TOKEN}}`,
      body: '{"a": "{{TOKEN}}"}',
    };
    const workflowId = await workflowIn(mill, [
      agentWith(tool),
      { type: 'function', config: { code: 'return <b1.toolCalls[0].result.data.text>.length' } },
    ]);
    const run = await runByHand(mill.owner, { workflowId, input: {} });
    expect(run.status).toBe('success');
    expect(expectUnseen()).toContain('{{TOKEN}}');
    const sent = echo.received[0]?.body.toString() ?? '';
    expect(sent).toContain(SECRET);
    expect(run.output).toMatchObject({ result: sent.length });
  });

  it('is its name, where a block is sent alone', async () => {
    [toolName, toolArgs] = ['echo', {}];
    const tool = { kind: 'request', name: 'echo', headers, url: echo.origin };
    const id = await workflowIn(mill, [agentWith(tool)]);
    const of = { params: { id, blockId: 'b1' }, body: { samples: {}, input: {} } };
    await sendBlock(mill.writer, of, new AbortController().signal);
    expect(expectUnseen()).toContain('{{TOKEN}}');
  });

  it('is its name, where an MCP server repeats it, in a tool’s description or in a result', async () => {
    for (const isError of [false, true]) {
      models.questions.length = 0;
      [toolName, toolArgs] = ['words_say', {}];
      const told = `You sent ${SECRET}, ${Buffer.from(SECRET).toString('base64')}`;
      const listed = {
        name: 'say',
        description: told,
        inputSchema: { type: 'object', properties: { a: { description: told } } },
      };
      const answer = ({ method }: McpMessage) => {
        if (method === 'tools/list') return { result: { tools: [listed] } };
        if (method !== 'tools/call') return null;
        return { result: { content: [{ type: 'text', text: told }], isError } };
      };
      const server: LoopbackHttpServer = await startMcpServer('json', answer);
      const tool = { kind: 'mcp', name: 'words', url: server.origin, headers };
      const workflowId = await workflowIn(mill, [agentWith(tool)]);
      expect((await runByHand(mill.owner, { workflowId, input: {} })).status).toBe('success');
      expect(expectUnseen()).toContain('You sent {{TOKEN}}');
      await server.close();
    }
  });

  it('is its name, where a workflow that is called puts it out', async () => {
    [toolName, toolArgs] = ['look_up', {}];
    const called = await workflowIn(mill, [
      { type: 'api', config: { url: echo.origin, headers } },
      { type: 'response', config: { body: '<b1.data>' } },
    ]);
    const tool = { kind: 'workflow', name: 'look_up', description: '', workflowId: called };
    const workflowId = await workflowIn(mill, [agentWith(tool, { system: 'Not: \\{{TOKEN}}' })]);
    expect((await runByHand(mill.owner, { workflowId, input: {} })).status).toBe('success');
    expectUnseen();
  });

  it('is its name at the place where a long answer is cut off', async () => {
    [toolName, toolArgs] = ['echo', {}];
    const before = 'x'.repeat(50_000 - '{"status":200,"data":""}'.length - 5);
    const server = await startMcpServer('json', ({ method }) =>
      method === 'tools/list'
        ? { result: { tools: [{ name: 'say', inputSchema: { type: 'object' } }] } }
        : method === 'tools/call'
          ? { result: { content: [{ type: 'text', text: `${before}${SECRET}${before}` }] } }
          : null,
    );
    toolName = 'words_say';
    const tool = { kind: 'mcp', name: 'words', url: server.origin, headers };
    const workflowId = await workflowIn(mill, [agentWith(tool)]);
    expect((await runByHand(mill.owner, { workflowId, input: {} })).status).toBe('success');
    expect(expectUnseen()).not.toContain(`x${SECRET.slice(0, 5)}`);
    await server.close();
  });

  it('is the value itself, where the author put it into the prompt', async () => {
    [toolName, toolArgs] = ['echo', {}];
    const tool = { kind: 'request', name: 'echo', headers, url: echo.origin };
    const workflowId = await workflowIn(mill, [agentWith(tool, { prompt: 'Use {{TOKEN}}.' })]);
    expect((await runByHand(mill.owner, { workflowId, input: {} })).status).toBe('success');
    const [asked, told] = models.questions.map(({ json }) => json as { messages: object[] });
    expect(JSON.stringify(asked)).toContain(`Use ${SECRET}.`);
    expect(JSON.stringify(told?.messages.at(-1))).not.toContain(SECRET);
  });
});
