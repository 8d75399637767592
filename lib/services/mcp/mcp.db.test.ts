import * as second from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { newId } from '../../platform/ids';
import { startHttpServer } from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma } from '../../platform/postgres/db';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import type { Plan } from '../limits/plans';
import { getLog } from '../logs/get-log';
import { deleteWorkflow } from '../removal/delete-workflow';
import { type KeyHolder, keyOf, startKeyHolder } from '../runs/testing/key-holder';
import { workflowIn } from '../runs/testing/workflow-in';
import { publishWorkflow } from '../versions/publish-workflow';
import { getTool, offerTool, withdrawTool } from './offered-tool';

let server: KeyHolder;
/** A workspace of this test alone, so that its only tools are those the test offers. */
let mill: TestWorkspace & Pick<KeyHolder, 'headers'>;
let url: URL;
const clients: Client[] = [];

beforeAll(async () => {
  server = await startKeyHolder();
});
beforeEach(async () => {
  const workspace = await mintWorkspace();
  await plan('enterprise', workspace);
  mill = { ...workspace, headers: await keyOf(workspace) };
  url = new URL(`/mcp/${mill.workspaceId}`, server.api.origin);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

const plan = (name: Plan, { owner }: Pick<TestWorkspace, 'owner'> = mill) =>
  prisma().user.update({ where: { id: owner.userId }, data: { plan: name } });

const FIELDS = [
  { name: 'city', type: 'string', required: true, description: 'Where to look' },
  { name: 'days', type: 'number', default: 3 },
];

async function published(name: string, blocks: Parameters<typeof workflowIn>[1], fields: object[] = FIELDS) {
  const id = await workflowIn(mill, blocks, fields);
  await publishWorkflow(mill.owner, { id });
  await offerTool(mill.owner, { id, name, description: `About ${name}` });
  return id;
}
const response = (config: Record<string, unknown>) => ({ type: 'response', config });

/** Connects the official client, as an assistant does. */
async function connect(headers: Record<string, string> = mill.headers): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  clients.push(client);
  return client;
}

const rpc = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { ...mill.headers, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const firstText = (result: unknown): string => {
  const [first] = (result as CallToolResult).content;
  return first?.type === 'text' ? first.text : '';
};

describe('an MCP client', () => {
  it('lists the published tools with their inputs, and calls the live version', async () => {
    const weather = response({ status: 200, body: '{"city": "<b0.city>", "days": <b0.days>}' });
    const id = await published('weather', [weather]);
    const draft = await workflowIn(mill, [weather]);
    await offerTool(mill.owner, { id: draft, name: 'unpublished', description: '' });
    const client = await connect();
    expect(client.getServerVersion()?.name).toBe('millrace');
    await client.ping();
    const { tools } = await client.listTools();
    expect(tools).toEqual([
      {
        name: 'weather',
        description: 'About weather',
        inputSchema: {
          type: 'object',
          properties: {
            city: { type: 'string', description: 'Where to look' },
            days: { type: 'number', default: 3 },
          },
          required: ['city'],
        },
      },
    ]);
    const result = await client.callTool({ name: 'weather', arguments: { city: 'Ulm' } });
    expect(result).toMatchObject({ isError: false, structuredContent: { city: 'Ulm', days: 3 } });
    expect(JSON.parse(firstText(result))).toEqual({ city: 'Ulm', days: 3 });
    const { rows } = await pool().query('SELECT id FROM runtime.log WHERE workflow_id = $1', [id]);
    const { data } = await getLog(mill.owner, rows[0].id);
    expect(data).toMatchObject({ trigger: 'api', level: 'info', version: 1 });
  });

  it.each([
    ['as former revisions do', 'legacy', '2025-11-25'],
    ['as 2026-07-28 does', { pin: '2026-07-28' }, '2026-07-28'],
    ['by asking first', 'auto', '2026-07-28'],
  ] as const)('of the second major version speaks %s', async (_what, mode, revision) => {
    await published('weather', [response({ status: 200, body: '{"city": "<b0.city>"}' })]);
    const client = new second.Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      new second.StreamableHTTPClientTransport(url, { requestInit: { headers: mill.headers } }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['weather']);
    const result = await client.callTool({ name: 'weather', arguments: { city: 'Ulm' } });
    expect(result).toMatchObject({ isError: false, structuredContent: { city: 'Ulm' } });
    const refused = await client.callTool({ name: 'weather', arguments: {} });
    expect([refused.isError, firstText(refused)]).toEqual([
      true,
      expect.stringContaining('"city" is required'),
    ]);
    await client.close();
  });

  it('may send the key as a bearer token', async () => {
    await published('hello', [response({})]);
    const client = await connect({ authorization: `Bearer ${mill.headers['x-api-key']}` });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['hello']);
  });

  it('is told in a result what went wrong', async () => {
    await published('failing', [{ type: 'function', config: { code: 'throw new Error("no rain today")' } }]);
    await published('refusing', [response({ status: 422, body: 'No such city' })]);
    const client = await connect();
    const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
    const failed = await call('failing', { city: 'Ulm' });
    expect([failed.isError, firstText(failed)]).toEqual([true, expect.stringContaining('no rain today')]);
    const refused = await call('refusing', { city: 'Ulm' });
    expect([refused.isError, firstText(refused)]).toEqual([true, 'No such city']);
    const invalid = await call('failing', { days: 'two' });
    expect([invalid.isError, firstText(invalid)]).toEqual([
      true,
      'The arguments are invalid: "city" is required; "days" must be a number, not text.',
    ]);
    await expect(call('nothing', {})).rejects.toMatchObject({ code: -32602 });
  });

  it('is shown progress while a long run goes on', async () => {
    const upstream = await startHttpServer((_, response) => void setTimeout(() => response.end('{}'), 1_500));
    const slow = { type: 'api', config: { url: upstream.origin } };
    await published('slow', [slow, slow, response({ status: 200, body: 'done' })], []);
    const seen: Array<string | undefined> = [];
    const result = await (await connect()).callTool({ name: 'slow', arguments: {} }, undefined, {
      onprogress: ({ message }) => seen.push(message),
    });
    expect(firstText(result)).toBe('done');
    expect(seen).toEqual(['b0: success', 'b1: success', 'b2: success', 'b3: success']);
    await upstream.close();
  });

  it('is told where a run stands that waits for an answer', async () => {
    await published('asking', [{ type: 'wait', config: { kind: 'callback', title: 'Well?' } }], []);
    const result = await (await connect()).callTool({ name: 'asking', arguments: {} });
    expect(result.isError).toBe(false);
    expect(firstText(result)).toMatch(/waits .* \/api\/v1\/executions\/[0-9a-f-]{36}\./);
  });

  it('gets an image as an image', async () => {
    const body = '{"contentType": "image/png", "size": 3, "base64": "AAEC"}';
    await published('picture', [response({ status: 200, body })], []);
    const result = await (await connect()).callTool({ name: 'picture', arguments: {} });
    expect(result.content).toEqual([{ type: 'image', data: 'AAEC', mimeType: 'image/png' }]);
  });

  it('no longer finds what was withdrawn or deleted', async () => {
    const [one, two] = [
      await published('first_to_go', [response({})]),
      await published('second_to_go', [response({})]),
    ];
    const names = async () => (await (await connect()).listTools()).tools.map(({ name }) => name);
    expect((await names()).toSorted()).toEqual(['first_to_go', 'second_to_go']);
    await withdrawTool(mill.owner, { id: one });
    await deleteWorkflow(mill.owner, { id: two });
    expect(await names()).toEqual([]);
  });

  it('is refused in a result beyond the plan’s limit', async () => {
    await published('often', [response({})], []);
    await plan('free');
    const client = await connect();
    let refusal = '';
    for (let call = 0; call < 12 && refusal === ''; call += 1) {
      const result = await client.callTool({ name: 'often', arguments: {} });
      if (result.isError) refusal = firstText(result);
    }
    expect(refusal).toContain('The plan allows 10 synchronous executions per minute');
  });
});

describe('the endpoint', () => {
  it('answers what is no request as JSON-RPC says', async () => {
    const errors: Array<[unknown, number, number, unknown]> = [
      ['{', 400, -32700, null],
      ['[]', 400, -32600, null],
      [[ping], 400, -32600, null],
      [{ id: 1, method: 'ping' }, 400, -32600, null],
      [{ ...ping, id: null }, 400, -32600, null],
      [{ ...ping, method: 7 }, 400, -32600, null],
      [
        `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
        400,
        -32600,
        null,
      ],
      [{ ...ping, method: 'resources/list' }, 200, -32601, 1],
      [{ ...ping, params: [] }, 200, -32602, 1],
      [{ ...ping, method: 'tools/call', params: {} }, 200, -32602, 1],
      [{ ...ping, method: 'tools/call', params: { name: 'x' } }, 200, -32602, 1],
      [{ ...ping, method: 'tools/call', params: { name: 'x', arguments: [] } }, 200, -32602, 1],
    ];
    for (const [body, status, code, id] of errors) {
      const answer = await rpc(body);
      const { error, id: answered } = (await answer.json()) as { error: { code: number }; id: unknown };
      expect([answer.status, error.code, answered]).toEqual([status, code, id]);
    }
  });

  it('takes notifications without a word, and speaks the version that is asked for', async () => {
    const notified = await rpc({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([notified.status, await notified.text()]).toEqual([202, '']);
    const initialize = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      const answer = await rpc({ ...ping, method: 'initialize', params });
      return ((await answer.json()) as { result: { protocolVersion: string } }).result.protocolVersion;
    };
    expect(await initialize('2025-03-26')).toBe('2025-03-26');
    expect(await initialize('1999-01-01')).toBe('2025-11-25');
    expect((await rpc(ping, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await rpc(ping, { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200);
  });

  it('lets in nobody without a key for this workspace that may run workflows', async () => {
    const none = await rpc(ping, { 'x-api-key': 'none' });
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await rpc(ping, await keyOf(mill, ['logs:read', 'workflows:write']))).status).toBe(403);
    const elsewhere = new URL(`/mcp/${newId()}`, url);
    const other = await fetch(elsewhere, {
      method: 'POST',
      headers: { ...mill.headers, 'content-type': 'application/json' },
      body: JSON.stringify(ping),
    });
    expect(other.status).toBe(403);
    expect((await rpc(ping, { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('has no stream of its own, and limits its bodies', async () => {
    const got = await fetch(url, { headers: mill.headers });
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(url, { method: 'DELETE', headers: mill.headers })).status).toBe(405);
    expect((await rpc(`{"a":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await rpc('x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(new URL('/mcp/x', url), { method: 'POST' })).status).toBe(404);
  });
});

test('a name is free, plain and one workflow’s only; readers see it and can’t change it', async () => {
  const [one, two] = [await workflowIn(mill, [response({})]), await workflowIn(mill, [response({})])];
  expect((await getTool(mill.reader, { id: one })).data).toMatchObject({
    tool: null,
    suggestedName: 'w',
    isLive: false,
    url: expect.stringContaining(`/mcp/${mill.workspaceId}`),
  });
  await offerTool(mill.owner, { id: one, name: 'w', description: '' });
  expect((await getTool(mill.owner, { id: two })).data.suggestedName).toBe('w_2');
  await expect(offerTool(mill.owner, { id: two, name: 'w', description: '' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(offerTool(mill.reader, { id: one, name: 'x', description: '' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(getTool(byKey(mill.stranger, ['workflows:read']), { id: one })).rejects.toMatchObject({
    code: 'not_found',
  });
});
