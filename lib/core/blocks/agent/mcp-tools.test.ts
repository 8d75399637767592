import { afterEach, expect, it } from 'vitest';
import { startModelServer } from '../../../platform/models/testing/model-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import { doubling } from '../../json-schema/testing/hostile-checks';
import { type McpMessage, startMcpServer } from './testing/mcp-server';
import { runAgent } from './testing/run-agent';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const mcpServer = (form: 'json' | 'events', answer?: (message: McpMessage) => object | null) =>
  bed.serve(startMcpServer(form, answer));

/** Runs a model that calls the server's tool once, then answers. */
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
      'initialize',
      'notifications/initialized',
      'tools/list',
      'tools/list',
      'tools/call',
      'DELETE',
    ]);
    expect(server.received.at(-2)?.headers).toMatchObject({
      authorization: 'Bearer for-mcp',
      'mcp-session-id': 'session-1',
      'mcp-protocol-version': '2025-03-26',
    });
    const offered = models.questions[0]!.json.tools as Array<{ function: { name: string } }>;
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

it('a tool whose schema asks for endless work fails the block, which names it', async () => {
  const inputSchema = { type: 'object', ...doubling(30, {}) };
  const server = await mcpServer('json', ({ method }) =>
    method === 'tools/list' ? { result: { tools: [{ name: 'look.up', inputSchema }] } } : null,
  );
  const { result, models } = await ask(server.origin);
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: 'CHECK_TOO_COMPLEX',
      message: expect.stringMatching(/^A call of the tool "words_look_up" can't be checked\./),
      field: 'tools',
    },
  });
  expect(models.questions).toHaveLength(1);
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
