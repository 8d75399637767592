import { afterEach, describe, expect, it } from 'vitest';
import { startModelServer } from '../../../platform/models/testing/model-server';
import { startHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import type { SentAuth } from '../auth';
import type { ReadConnectionAuth } from '../connection-auth';
import { AgentConfig, agentProblems, connectionsOf } from './config';
import { startMcpServer } from './testing/mcp-server';
import { runAgent } from './testing/run-agent';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const KEYED: SentAuth = { kind: 'apiKey', in: 'header', name: 'X-Key', apiKey: 'stored-key-123' };
const bearer = (token: string) => ({ kind: 'bearer', token }) as const;

/** The workspace's connections: `oauth` has a token that is renewed when a server refuses it. */
const connectionAuth: ReadConnectionAuth = async ({ connectionId, refused }) => {
  const token = refused === 'token-old' ? 'token-new' : 'token-old';
  const found: Readonly<Record<string, { auth: SentAuth; accessToken: string | null }>> = {
    oauth: { auth: bearer(token), accessToken: token },
    keyed: { auth: KEYED, accessToken: null },
    query: { auth: { ...KEYED, in: 'query', name: 'key' }, accessToken: null },
    basic: { auth: { kind: 'basic', username: 'ann', password: 'stored-password' }, accessToken: null },
  };
  const auth = found[connectionId];
  const error = { code: 'CONNECTION_NOT_FOUND', message: 'It was deleted.' };
  return auth === undefined ? { ok: false, isBroken: true, error } : { ok: true, ...auth };
};

async function ask(config: { provider?: object; tools?: object[] }, toolName = 'look') {
  const models = await bed.serve(
    startModelServer((_, index) =>
      index === 0 && config.tools !== undefined
        ? { toolCalls: [{ name: toolName, arguments: { word: 'mill' } }] }
        : { text: 'Done.' },
    ),
  );
  const concealed: string[] = [];
  const provider = { kind: 'openai', baseUrl: models.baseUrlOf('openai'), ...config.provider };
  const outcome = await runAgent(
    { ...config, provider },
    {
      http: bed.open().client,
      connectionAuth,
      conceal: (secrets) => concealed.push(...secrets),
      mask: (value) =>
        JSON.parse(concealed.reduce((text, s) => text.replaceAll(s, '***'), JSON.stringify(value))),
    },
  );
  return { ...outcome, models, concealed };
}

/** Starts a server that returns what it was sent, and refuses the old token. */
const echo = () =>
  bed.serve(
    startHttpServer(({ headers, url }, response) => {
      response.statusCode = headers.authorization === 'Bearer token-old' ? 401 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ url, key: headers['x-key'], authorization: headers.authorization }));
    }),
  );

describe('the key of a model', () => {
  it.each([
    ['keyed', 'stored-key-123'],
    ['oauth', 'token-old'],
  ])('may be that of a connection (%s), which is masked', async (connectionId, key) => {
    const { result, models } = await ask({ provider: { apiKey: 'unused', connectionId } });
    expect(result).toMatchObject({ ok: true, secrets: [key], output: { content: 'Done.' } });
    expect(models.questions[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it.each([
    ['gone', 'CONNECTION_NOT_FOUND'],
    ['basic', 'CONFIG_INVALID'],
  ])('of the connection %s is an error at the provider, and nothing is asked', async (connectionId, code) => {
    const { result, models } = await ask({ provider: { connectionId } });
    expect(result).toMatchObject({ ok: false, error: { code, field: 'provider' } });
    expect(models.questions).toEqual([]);
  });
});

describe('a tool with a connection', () => {
  const tool = (url: string, part: object) => ({ kind: 'request', name: 'look', url, ...part });

  it('sends its credential, which the model never sees', async () => {
    const server = await echo();
    const { result, models } = await ask({ tools: [tool(server.origin, { connectionId: 'keyed' })] });
    expect(server.received[0]?.headers['x-key']).toBe('stored-key-123');
    expect(result).toMatchObject({ ok: true, secrets: ['stored-key-123'] });
    const told = JSON.stringify(models.questions[1]?.json);
    expect(told).toContain('***');
    expect(told).not.toContain('stored-key-123');
  });

  it('renews a token that the server refuses, and asks once more', async () => {
    const server = await echo();
    const { result } = await ask({ tools: [tool(server.origin, { connectionId: 'oauth' })] });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-old',
      'Bearer token-new',
    ]);
    expect(result.output.toolCalls).toMatchObject([{ result: { status: 200 } }]);
  });

  it('sends a key in the query, and the author’s own header instead of the connection’s', async () => {
    const server = await echo();
    await ask({ tools: [tool(`${server.origin}/?a=1`, { connectionId: 'query' })] });
    expect(server.received[0]?.url).toBe('/?a=1&key=stored-key-123');
    const headers = [{ key: 'x-key', value: 'own', enabled: true }];
    await ask({ tools: [tool(server.origin, { connectionId: 'keyed', headers })] });
    expect(server.received[1]?.headers['x-key']).toBe('own');
  });

  it('whose connection is gone tells the model so', async () => {
    const server = await echo();
    const { result } = await ask({ tools: [tool(server.origin, { connectionId: 'gone' })] });
    expect(result.output.toolCalls).toMatchObject([{ error: { code: 'CONNECTION_NOT_FOUND' } }]);
    expect(server.received).toEqual([]);
  });

  it('may be an MCP server', async () => {
    const server = await bed.serve(startMcpServer('json'));
    const row = { kind: 'mcp', name: 'words', url: server.origin, connectionId: 'oauth' };
    const { result } = await ask({ tools: [row] }, 'words_look_up');
    expect(result).toMatchObject({ ok: true });
    expect(server.received[0]?.headers.authorization).toBe('Bearer token-old');
    const broken = await ask({ tools: [{ ...row, connectionId: 'gone' }] });
    expect(broken.result).toMatchObject({ ok: false, error: { code: 'CONNECTION_NOT_FOUND' } });
  });
});

const configOf = (part: object) => AgentConfig.parse({ model: 'm', prompt: 'p', ...part });

it('the connections of a config are found with their places', () => {
  const tools = [
    { kind: 'workflow', workflowId: 'w' },
    { kind: 'request', connectionId: ' b ' },
  ];
  expect(connectionsOf(configOf({ provider: { connectionId: 'a' }, tools }))).toEqual([
    { field: 'provider.connectionId', id: 'a' },
    { field: 'tools.1.connectionId', id: 'b' },
  ]);
});

it.each<[url: string, isRefused: boolean]>([
  ['https://api.example.com/<args.path>', false],
  ['https://api.example.com?q=<args.q>', false],
  ['<start.base>/things/<args.id>', false],
  ['https://api.example.com/things', false],
  ['<args.url>', true],
  ['https://<args.host>/things', true],
  ['https://api.example.com<args.path>', true],
  ['https://api.example.com:<args.port>/', true],
  ['https:/<args.path>', true],
  ['https:\\\\<args.path>', true],
])('with a connection, the model may fill in %s: refused %s', (url, isRefused) => {
  const tools = [{ kind: 'request', name: 't', url, connectionId: 'c' }];
  const problems = agentProblems(configOf({ provider: { connectionId: 'c' }, tools }));
  expect(problems.map(({ field }) => field)).toEqual(isRefused ? ['tools.0.url'] : []);
});
