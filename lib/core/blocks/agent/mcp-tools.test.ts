import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startModelServer } from '../../../platform/models/testing/model-server';
import {
  type ReceivedRequest,
  startHttpServer,
} from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import { runAgent } from './testing/run-agent';

const bed = createTestBed();
afterEach(() => bed.closeAll());

type Message = { id?: number; method: string; params?: Record<string, unknown> };

const TOOLS = [
  {
    name: 'look.up',
    description: 'Looks a word up',
    inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  },
  { name: 'forget', inputSchema: { type: 'object' } },
];

/** An MCP server over streamable HTTP: answers as JSON, or as a stream of events. */
async function mcpServer(form: 'json' | 'events', answer?: (message: Message) => object | null) {
  const send = (response: ServerResponse, message: object) => {
    const text = JSON.stringify(message);
    response.setHeader('mcp-session-id', 'session-1');
    response.setHeader('content-type', form === 'json' ? 'application/json' : 'text/event-stream');
    const note = '{"jsonrpc":"2.0","method":"notifications/progress"}';
    response.end(form === 'json' ? text : `event: message\ndata: ${note}\n\nid: 7\ndata: ${text}\n\n`);
  };
  return bed.serve(
    startHttpServer(({ body, method }: ReceivedRequest, response) => {
      if (method === 'DELETE') return response.end();
      const message = JSON.parse(body) as Message;
      if (message.id === undefined) return response.writeHead(202).end();
      const told = answer?.(message) ?? { result: resultOf(message) };
      return send(response, { jsonrpc: '2.0', id: message.id, ...told });
    }),
  );
}

function resultOf({ method, params = {} }: Message): object {
  if (method === 'initialize')
    return { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo: { name: 'words' } };
  if (method === 'tools/list')
    return params.cursor === undefined
      ? { tools: TOOLS.slice(0, 1), nextCursor: 'more' }
      : { tools: TOOLS.slice(1) };
  const { word } = params.arguments as { word: string };
  return { content: [{ type: 'text', text: `${word} is a word` }] };
}

/** A model that calls the server's tool once, then answers. */
async function ask(url: string, row: object = {}) {
  const models = await bed.serve(
    startModelServer((_, index) =>
      index === 0
        ? { toolCalls: [{ name: 'words_look_up', arguments: { word: 'mill' } }] }
        : { text: 'It is a word.' },
    ),
  );
  const { client } = bed.open();
  const outcome = await runAgent(
    {
      provider: { kind: 'openai', baseUrl: models.baseUrlOf('openai') },
      tools: [{ kind: 'mcp', name: 'words', url, ...row }],
    },
    { http: client },
  );
  return { ...outcome, models };
}

it.each(['json', 'events'] as const)(
  'tools of a server that answers as %s are listed and called',
  async (form) => {
    const server = await mcpServer(form);
    const headers = [{ key: 'Authorization', value: 'Bearer for-mcp' }];
    const { result, models } = await ask(`${server.origin}/mcp`, { headers });
    expect(result).toMatchObject({
      ok: true,
      output: { content: 'It is a word.', toolCalls: [{ name: 'words_look_up', result: 'mill is a word' }] },
    });
    const methods = server.received.map(({ body, method }) =>
      body === '' ? method : JSON.parse(body).method,
    );
    expect(methods).toEqual([
      ...['initialize', 'notifications/initialized', 'tools/list', 'tools/list', 'tools/call', 'DELETE'],
    ]);
    expect(server.received.at(-2)?.headers).toMatchObject({
      authorization: 'Bearer for-mcp',
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-03-26',
    });
    const [question] = models.questions;
    const offered = (question as unknown as { json: { tools: Array<{ function: { name: string } }> } }).json
      .tools;
    expect(offered.map((tool) => tool.function.name)).toEqual(['words_look_up', 'words_forget']);
    expect(JSON.stringify(models.questions.map(({ json }) => json))).not.toContain('for-mcp');
  },
);

it('only the tools that are named are offered', async () => {
  const server = await mcpServer('json');
  const { models } = await ask(server.origin, { only: 'look.up, nothing' });
  expect(models.questions[0]?.json.tools).toHaveLength(1);
});

it('a tool that fails is told to the model', async () => {
  const failing = await mcpServer('json', ({ method }) =>
    method === 'tools/call'
      ? { result: { isError: true, content: [{ type: 'text', text: 'No dictionary.' }] } }
      : null,
  );
  const { result, models } = await ask(failing.origin);
  expect(result.ok).toBe(true);
  expect(JSON.stringify(models.questions[1]?.json)).toContain('No dictionary.');
});

it.each([
  [
    'refuses',
    () => ({ error: { code: -32603, message: 'Out of order' } }),
    /"words" can't be used: Out of order/,
  ],
  ['is something else', () => ({ id: 'other', result: {} }), /does|did not answer as an MCP server/],
])('a server that %s fails the block before a model is asked', async (_, answer, words) => {
  const server = await mcpServer('json', answer);
  const { result, models } = await ask(server.origin);
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'MCP_FAILED', message: expect.stringMatching(words) },
  });
  expect(models.questions).toHaveLength(0);
});
