import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer } from '../../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../../platform/models/testing/scripted-answer';
import {
  listen,
  type ReceivedRequest,
  startHttpServer,
} from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import { runAgent } from './testing/run-agent';

const bed = createTestBed();
afterEach(() => bed.closeAll());

type Message = { id?: number | string; method: string; params: Record<string, unknown> };

const call = (name: string, args: object = {}): ScriptedAnswer => ({
  toolCalls: [{ name, arguments: args }],
});

/** Runs a model that calls the server's tools in turn, then answers. */
async function ask(row: object, calls: ScriptedAnswer[] = [call('srv_do')], config: object = {}) {
  const models = await bed.serve(startModelServer((_, index) => calls[index] ?? { text: 'done' }));
  const { client } = bed.open();
  const tools = [{ kind: 'mcp', name: 'srv', ...row }];
  const provider = { kind: 'openai', baseUrl: models.baseUrlOf('openai') };
  const { result } = await runAgent({ provider, tools, ...config }, { http: client });
  type Offered = Array<{ function: { name: string; parameters: Record<string, unknown> } }>;
  const offered = (models.questions[0]?.json.tools ?? []) as Offered;
  const names = offered.map((tool) => tool.function.name);
  return { result, offered, names, models };
}

const DO = { name: 'do', inputSchema: { type: 'object', properties: {} } };
const HELLO = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x' } };

/** What a server of the revisions with a handshake says. */
const usual = ({ method }: Message, tools: readonly object[] = [DO]): object => {
  if (method === 'initialize') return { result: HELLO };
  if (method === 'tools/list') return { result: { tools } };
  return { result: { content: [{ type: 'text', text: 'done by it' }] } };
};

type Answer = (message: Message, request: ReceivedRequest, response: ServerResponse) => object | null;

/** Starts a server that answers by JSON; `answer` may answer by itself and return null. */
async function serve(answer: Answer) {
  const server = await bed.serve(
    startHttpServer((request, response) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(request.body) as Message;
      if (message.id === undefined) return response.writeHead(202).end();
      const told = answer(message, request, response);
      if (told === null) return;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...told }));
    }),
  );
  const methods = () =>
    server.received.map(({ method, body }) => (method === 'POST' ? JSON.parse(body).method : method));
  return { server, methods };
}

const asEvents = (...messages: object[]): string =>
  messages
    .map((message) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`)
    .join('');

describe('an answer on a stream', () => {
  it('ends with its id, although the stream stays open', async () => {
    const { server } = await serve((message, _request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(asEvents({ method: 'notifications/progress' }, { id: message.id, ...usual(message) }));
      return null;
    });
    const { result } = await ask({ url: server.origin });
    expect(result).toMatchObject({ ok: true, output: { toolCalls: [{ result: 'done by it' }] } });
  });

  it('is not confused with a request of the server’s own, which is answered', async () => {
    const { server } = await serve((message, _request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const own = { id: message.id, method: 'elicitation/create', params: {} };
      const ping = { id: 'p', method: 'ping' };
      response.end(asEvents(own, ping, { id: String(message.id), ...usual(message) }));
      return null;
    });
    const { result } = await ask({ url: server.origin }, []);
    expect(result).toMatchObject({ ok: true });
    const told = server.received.map(({ body }) => JSON.parse(body || '{}'));
    expect(told).toContainEqual({ jsonrpc: '2.0', id: 'p', result: {} });
    expect(told).toContainEqual(
      expect.objectContaining({ error: { code: -32601, message: expect.stringContaining('elicitation') } }),
    );
  });

  it('to a message that needs none is not waited for', async () => {
    const server = await bed.serve(
      startHttpServer((request, response) => {
        const message = JSON.parse(request.body || '{}') as Message;
        if (message.id !== undefined)
          return response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...usual(message) }));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
      }),
    );
    expect((await ask({ url: server.origin })).result).toMatchObject({ ok: true });
  });
});

describe('a lost session', () => {
  it.each([
    ['404', 404, 'Session not found'],
    ['the 400 of the official packages', 400, 'Bad Request: No valid session ID provided'],
  ])('(%s) is begun again once, and the call repeated', async (_what, status, words) => {
    let sessions = 0;
    const { server, methods } = await serve((message, { headers }, response) => {
      if (message.method === 'initialize') sessions += 1;
      if (message.method === 'initialize') response.setHeader('mcp-session-id', `s${sessions}`);
      if (message.method !== 'tools/call' || headers['mcp-session-id'] !== 's1') return usual(message);
      response.statusCode = status;
      return { error: { code: -32001, message: words } };
    });
    const { result } = await ask({ url: server.origin });
    expect(result).toMatchObject({
      ok: true,
      output: { toolCalls: [{ error: null, result: 'done by it' }] },
    });
    expect(methods().slice(3)).toEqual([
      'tools/call',
      'initialize',
      'notifications/initialized',
      'tools/call',
      'DELETE',
    ]);
  });

  it('that is lost again is told', async () => {
    const { server, methods } = await serve((message, _request, response) => {
      if (message.method === 'initialize') response.setHeader('mcp-session-id', 's');
      if (message.method !== 'tools/call') return usual(message);
      response.statusCode = 404;
      return { error: { code: -32001, message: 'Session not found' } };
    });
    const { result } = await ask({ url: server.origin });
    expect(result.output.toolCalls).toMatchObject([
      { error: { code: 'MCP_FAILED', message: expect.stringMatching(/returned 404: Session not found/) } },
    ]);
    expect(methods().filter((method) => method === 'tools/call')).toHaveLength(2);
  });
});

describe('tools', () => {
  it.each([
    [
      'shortened',
      'chrome_devtools_mcp',
      [
        'get_console_message_of_the_devtools_page_by_its_identifier_one',
        'get_console_message_of_the_devtools_page_by_its_identifier_two',
      ],
    ],
    ['written with other characters', 'srv', ['a.b', 'a_b', 'a/b']],
  ])('whose names are equal when %s are told apart, in every run alike', async (_what, name, names) => {
    const tools = names.map((each) => ({ ...DO, name: each }));
    const called: unknown[] = [];
    const { server } = await serve((message) => {
      if (message.method === 'tools/call') called.push(message.params.name);
      return usual(message, tools);
    });
    const first = await ask({ url: server.origin, name }, []);
    expect(new Set(first.names).size).toBe(names.length);
    for (const each of first.names) expect(each).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    tools.reverse();
    const again = await ask(
      { url: server.origin, name },
      first.names.map((each) => call(each)),
    );
    expect([...again.names].reverse()).toEqual(first.names);
    expect(called).toEqual(names);
  });

  it('keep a name that needs no change, and the names of an author’s own tools', async () => {
    const { server } = await serve((message) =>
      usual(message, [
        { ...DO, name: 'a.b' },
        { ...DO, name: 'a_b' },
        { ...DO, name: 'do' },
      ]),
    );
    const own = { kind: 'request', name: 'srv_do', url: 'http://own.test/' };
    const mcp = { kind: 'mcp', name: 'srv', url: server.origin };
    const { names } = await ask({}, [], { tools: [mcp, own] });
    expect(names).toHaveLength(4);
    expect(names).toEqual([
      expect.stringMatching(/^srv_a_b_[0-9a-f]{6}$/),
      'srv_a_b',
      expect.stringMatching(/^srv_do_[0-9a-f]{6}$/),
      'srv_do',
    ]);
  });

  it('go to the model with what providers require of schemas, at any depth', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        list: { type: ['array', 'null'] },
        pair: { type: 'array', items: [{ type: 'object' }, { type: 'string' }] },
        either: { anyOf: [{ type: 'array' }, { $ref: '#/$defs/node' }] },
        properties: { type: 'array', items: true },
      },
      $defs: { node: { type: 'object', additionalProperties: { type: 'array' } } },
    };
    const { server } = await serve((message) =>
      usual(message, [
        { name: 'help', inputSchema: { type: 'object' } },
        { name: 'deep', inputSchema },
      ]),
    );
    const { offered } = await ask({ url: server.origin }, []);
    expect(offered.map((tool) => tool.function.parameters)).toMatchObject([
      { type: 'object', properties: {} },
      {
        properties: {
          list: { type: ['array', 'null'], items: {} },
          pair: { items: { anyOf: [{ type: 'object', properties: {} }, { type: 'string' }] } },
          either: { anyOf: [{ type: 'array', items: {} }, { $ref: '#/$defs/node' }] },
          properties: { type: 'array', items: {} },
        },
        $defs: { node: { properties: {}, additionalProperties: { type: 'array', items: {} } } },
      },
    ]);
  });
});

describe('a server without a handshake (2026-07-28)', () => {
  const META = 'io.modelcontextprotocol/';
  const send = {
    name: 'send',
    inputSchema: {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        to: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } },
      },
    },
  };
  const wrong = {
    name: 'wrong',
    inputSchema: { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } },
  };

  /** Refuses what the revision has no place for, as its text says. */
  const stateless =
    (supported: string[], more: Answer = () => null): Answer =>
    (message, request, response) => {
      const { method, params } = message;
      const meta = (params._meta ?? {}) as Record<string, unknown>;
      const refuse = (status: number, code: number, data?: object) => {
        response.statusCode = status;
        return { error: { code, message: 'refused', ...(data && { data }) } };
      };
      const version = meta[`${META}protocolVersion`];
      if (request.headers['mcp-protocol-version'] !== version || request.headers['mcp-method'] !== method)
        return refuse(400, -32020);
      if (!supported.includes(String(version))) return refuse(400, -32022, { supported, requested: version });
      if (typeof meta[`${META}clientCapabilities`] !== 'object') return refuse(400, -32602);
      const own = more(message, request, response);
      if (own !== null) return own;
      if (method === 'server/discover')
        return {
          result: { resultType: 'complete', supportedVersions: supported, capabilities: { tools: {} } },
        };
      if (method === 'tools/list') return { result: { resultType: 'complete', tools: [send, wrong] } };
      if (method !== 'tools/call') return refuse(404, -32601);
      if (request.headers['mcp-name'] !== params.name) return refuse(400, -32020);
      return { result: { resultType: 'complete', content: [{ type: 'text', text: 'sent' }] } };
    };

  it('lists and runs its tools, with the arguments that it wants in headers', async () => {
    const { server, methods } = await serve(stateless(['2026-07-28']));
    const args = { region: 'Köln', to: { count: 3 } };
    const { result, names } = await ask({ url: server.origin }, [call('srv_send', args)]);
    expect(result).toMatchObject({ ok: true, output: { toolCalls: [{ result: 'sent', error: null }] } });
    expect(methods()).toEqual(['initialize', 'server/discover', 'tools/list', 'tools/call']);
    // The protocol excludes a tool whose header can't be written.
    expect(names).toEqual(['srv_send']);
    expect(server.received.at(-1)?.headers).toMatchObject({
      'mcp-param-region': `=?base64?${Buffer.from('Köln').toString('base64')}?=`,
      'mcp-param-count': '3',
    });
    expect(server.received.at(-1)?.headers).not.toHaveProperty('mcp-session-id');
  });

  it('of a later revision alone is named in words', async () => {
    const { server } = await serve(stateless(['2030-01-01']));
    const { result } = await ask({ url: server.origin });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'MCP_FAILED', message: expect.stringMatching(/the versions 2030-01-01 .*2026-07-28/) },
    });
  });

  it('that asks a person for more is told in words', async () => {
    const more: Answer = ({ method }) =>
      method === 'tools/call' ? { result: { resultType: 'input_required', inputRequests: {} } } : null;
    const { server } = await serve(stateless(['2026-07-28'], more));
    const { result } = await ask({ url: server.origin }, [call('srv_send')]);
    expect(result.output.toolCalls).toMatchObject([
      { error: { message: 'The server asks a person for more, which is not supported here.' } },
    ]);
  });
});

describe('a server of the official packages', () => {
  function officialServer(): Server {
    const server = new Server({ name: 'official', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [DO as never] }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
      content: [{ type: 'text' as const, text: `official ${params.name}` }],
    }));
    return server;
  }

  async function answered(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
    const { origin } = await bed.serve(
      listen(createServer((request, response) => void handle(request, response))),
    );
    const { result } = await ask({ url: `${origin}/sse` });
    expect(result).toMatchObject({ ok: true, output: { toolCalls: [{ result: 'official do' }] } });
  }

  it('is used over streamable HTTP, with sessions', async () => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'one' });
    await officialServer().connect(transport);
    await answered((request, response) => transport.handleRequest(request, response));
  });

  it('is used over HTTP with events, the transport of 2024-11-05', async () => {
    const transports = new Map<string, SSEServerTransport>();
    await answered(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://x');
      if (request.method === 'GET') {
        const transport = new SSEServerTransport('/messages', response);
        transports.set(transport.sessionId, transport);
        await officialServer().connect(transport);
      } else if (url.pathname === '/messages')
        await transports.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response);
      else response.writeHead(404).end('Cannot POST /sse');
    });
  });

  it.each([
    ['of 2026-07-28 alone', 'reject'],
    ['of former revisions too', 'stateless'],
  ] as const)('in its second major version, %s, is used', async (_what, legacy) => {
    const handler = createMcpHandler(
      () => {
        const server = new McpServer({ name: 'official', version: '2' });
        server.registerTool('do', {}, () => ({ content: [{ type: 'text', text: 'official do' }] }));
        return server;
      },
      { legacy },
    );
    await answered(async (request, response) => {
      const { method = 'GET', headers } = request;
      const body = method === 'POST' ? await text(request) : undefined;
      const asked = new Request('http://x/', { method, headers: headers as HeadersInit, body });
      const told = await handler.fetch(asked);
      response.writeHead(told.status, Object.fromEntries(told.headers));
      response.end(await told.text());
    });
    await handler.close();
  });
});

describe('a server of 2024-11-05', () => {
  const oldServer = (endpoint: string) =>
    bed.serve(
      startHttpServer(({ method }, response) => {
        if (method !== 'GET') return response.writeHead(405).end();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`event: endpoint\ndata: ${endpoint}\n\n`);
      }),
    );

  it('that wants messages at another origin gets none: they carry its credentials', async () => {
    const server = await oldServer('http://elsewhere.test/messages');
    const { result } = await ask({ url: server.origin });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'MCP_FAILED', message: expect.stringContaining('another origin') },
    });
  });

  it('that refuses the messages is told with its status', async () => {
    const server = await oldServer('/messages');
    const { result } = await ask({ url: server.origin });
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/"srv" can't be used: .* returned 405\./) },
    });
  });
});
