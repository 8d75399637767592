import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { prisma } from '../../platform/postgres/db';
import { mintWorkspace } from '../accounts/testing/test-workspace';
import { type KeyHolder, keyOf, startKeyHolder } from '../runs/testing/key-holder';
import { workflowIn } from '../runs/testing/workflow-in';
import { publishWorkflow } from '../versions/publish-workflow';
import { offerTool } from './offered-tool';

process.env.MCP_CANCEL = 'on';

let server: KeyHolder;
let headers: Record<string, string>;
let url: URL;
/** A service that a run waits for; `calls` are the responses that it has not sent. */
let upstream: LoopbackHttpServer;
const calls: ServerResponse[] = [];
let arrived: (response: ServerResponse) => void = () => undefined;

beforeAll(async () => {
  server = await startKeyHolder();
  upstream = await startHttpServer((_, response) => {
    calls.push(response);
    arrived(response);
  });
  const mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  headers = await keyOf(mill);
  url = new URL(`/mcp/${mill.workspaceId}`, server.api.origin);
  const id = await workflowIn(mill, [{ type: 'api', config: { url: upstream.origin } }], []);
  await publishWorkflow(mill.owner, { id });
  await offerTool(mill.owner, { id, name: 'slow', description: '' });
});
afterAll(async () => {
  await upstream.close();
  await server.close();
});

const nextCall = () =>
  new Promise<ServerResponse>((resolve) => {
    arrived = resolve;
  });

it('a call that the official client cancels ends its run', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const cancelling = new AbortController();
  const call = nextCall();
  const calling = client
    .callTool({ name: 'slow', arguments: {} }, undefined, { signal: cancelling.signal })
    .catch((error: unknown) => error);
  const response = await call;
  cancelling.abort('enough');
  await once(response, 'close');
  expect(await calling).toBeInstanceOf(Error);
  await client.close();
});

const post = (message: object, more: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', ...more },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    ...(signal && { signal }),
  });
const cancel = (requestId: unknown) => post({ method: 'notifications/cancelled', params: { requestId } });

it('a number, a text and an unknown id are not confused; two calls of one id are left alone', async () => {
  const slow = (id: unknown) => post({ id, method: 'tools/call', params: { name: 'slow' } });
  const begin = async (id: unknown) => {
    const call = nextCall();
    const answer = slow(id);
    return { answer, response: await call };
  };
  const [number, text, same, again] = [await begin(1), await begin('1'), await begin(2), await begin(2)];
  await cancel(7);
  await cancel(null);
  await cancel(2);
  const closed = once(text.response, 'close');
  await cancel('1');
  await closed;
  expect(await (await text.answer).json()).toMatchObject({ id: '1', result: { isError: true } });
  for (const { answer, response } of [number, same, again]) {
    expect(response.closed).toBe(false);
    response.end('{}');
    expect(await (await answer).json()).toMatchObject({ result: { isError: false } });
  }
});

it('without a handshake, a client cancels by closing the stream of its call', async () => {
  const params = {
    name: 'slow',
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const own = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'slow',
  };
  const leaving = new AbortController();
  const call = nextCall();
  const answer = await post({ id: 1, method: 'tools/call', params }, own, leaving.signal);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const response = await call;
  leaving.abort();
  await once(response, 'close');
});
