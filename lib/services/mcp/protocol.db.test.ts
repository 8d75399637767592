import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool, prisma } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { type KeyHolder, keyOf, startKeyHolder } from '../runs/testing/key-holder';
import { workflowIn } from '../runs/testing/workflow-in';
import { publishWorkflow } from '../versions/publish-workflow';
import { offerTool } from './offered-tool';

let server: KeyHolder;
let mill: TestWorkspace & Pick<KeyHolder, 'headers'>;
let url: URL;

beforeAll(async () => {
  server = await startKeyHolder();
});
beforeEach(async () => {
  const workspace = await mintWorkspace();
  await prisma().user.update({ where: { id: workspace.owner.userId }, data: { plan: 'enterprise' } });
  mill = { ...workspace, headers: await keyOf(workspace) };
  url = new URL(`/mcp/${mill.workspaceId}`, server.api.origin);
});
afterAll(() => server.close());

async function published(name: string, fields: object[] = []): Promise<string> {
  const id = await workflowIn(mill, [{ type: 'response', config: { status: 200, body: 'hello' } }], fields);
  await publishWorkflow(mill.owner, { id });
  await offerTool(mill.owner, { id, name, description: '' });
  return id;
}

interface Answer {
  id: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

async function rpc(message: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...mill.headers, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  return { status: response.status, ...((await response.json()) as Answer) };
}

describe('a client that writes null for what it leaves out', () => {
  it('is answered as if it had left it out', async () => {
    await published('hello', [{ name: 'note', type: 'string' }]);
    expect((await rpc({ id: 1, method: 'tools/list', params: null })).result?.tools).toHaveLength(1);
    const calls = [
      { name: 'hello', arguments: null },
      { name: 'hello', arguments: { note: null }, _meta: null },
      { name: 'hello', _meta: { progressToken: null } },
    ];
    for (const params of calls)
      expect((await rpc({ id: 'one', method: 'tools/call', params })).result).toMatchObject({
        content: [{ type: 'text', text: 'hello' }],
        isError: false,
      });
    expect(
      (await rpc({ id: 1, method: 'initialize', params: { protocolVersion: null } })).result,
    ).toMatchObject({
      protocolVersion: '2025-11-25',
    });
  });

  it('may number its requests by texts, which come back', async () => {
    expect(await rpc({ id: 'ä-1', method: 'ping' })).toMatchObject({ status: 200, id: 'ä-1', result: {} });
  });
});

it('lists and objects are described with what clients require', async () => {
  await published('typed', [
    { name: 'list', type: 'array' },
    { name: 'thing', type: 'object', default: { a: 1 } },
  ]);
  const { result } = await rpc({ id: 1, method: 'tools/list' });
  expect(result?.tools).toMatchObject([
    {
      inputSchema: {
        properties: {
          list: { type: 'array', items: {} },
          thing: { type: 'object', properties: {}, default: { a: 1 } },
        },
      },
    },
  ]);
});

const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

it('a version that isn’t spoken is answered with those that are', async () => {
  expect(await rpc({ id: 7, method: 'ping' }, { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({
    status: 400,
    id: 7,
    error: {
      code: -32022,
      message: expect.stringContaining('2026-07-28, 2025-11-25'),
      data: { supported: VERSIONS, requested: '1999-01-01' },
    },
  });
});

describe('revision 2026-07-28, without a handshake', () => {
  const META = 'io.modelcontextprotocol/';
  const meta = { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {} };
  const ask = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
    rpc(
      { id: 1, method, params: { _meta: meta, ...params } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...headers },
    );

  it('tells its versions, lists its tools and runs them', async () => {
    await published('hello');
    const serverInfo = { name: 'millrace', title: 'Millrace', version: '1.0.0' };
    const described = { resultType: 'complete', _meta: { [`${META}serverInfo`]: serverInfo } };
    expect((await ask('server/discover')).result).toEqual({
      ...described,
      supportedVersions: VERSIONS,
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: 'private',
    });
    expect((await ask('tools/list')).result).toMatchObject({
      ...described,
      tools: [{ name: 'hello' }],
      ttlMs: 0,
      cacheScope: 'private',
    });
    const encoded = `=?base64?${Buffer.from('hello').toString('base64')}?=`;
    for (const name of ['hello', encoded])
      expect((await ask('tools/call', { name: 'hello' }, { 'mcp-name': name })).result).toMatchObject({
        ...described,
        content: [{ type: 'text', text: 'hello' }],
      });
  });

  it('refuses messages that don’t describe themselves, and methods that it lacks', async () => {
    const name = 'hello';
    const refusals: Array<[answer: ReturnType<typeof ask>, status: number, code: number]> = [
      [ask('tools/list', { _meta: {} }), 400, -32602],
      [ask('tools/list', { _meta: { ...meta, [`${META}clientCapabilities`]: null } }), 400, -32602],
      [ask('tools/list', {}, { 'mcp-method': 'tools/call' }), 400, -32020],
      [ask('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }), 400, -32020],
      [ask('tools/call', { name }, { 'mcp-name': 'other' }), 400, -32020],
      [ask('ping'), 404, -32601],
      [ask('initialize'), 404, -32601],
      [ask('tools/call', { name }, { 'mcp-name': name }), 200, -32602],
      [ask('tools/list', { _meta: { ...meta, [`${META}protocolVersion`]: '2030-01-01' } }), 400, -32022],
    ];
    for (const [answer, status, code] of refusals)
      expect(await answer).toMatchObject({ status, id: 1, error: { code } });
  });
});

it('a run goes on although its client cancels the call, unless the operator says otherwise', async () => {
  const id = await published('hello');
  const notified = await fetch(url, {
    method: 'POST',
    headers: { ...mill.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
  });
  expect([notified.status, await notified.text()]).toEqual([202, '']);
  await rpc({ id: 1, method: 'tools/call', params: { name: 'hello' } });
  const { rows } = await pool().query('SELECT level FROM runtime.log WHERE workflow_id = $1', [id]);
  expect(rows).toEqual([{ level: 'info' }]);
});
