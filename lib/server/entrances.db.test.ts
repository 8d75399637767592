import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxBodyBytesOf } from '../platform/http/handle';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace } from '../services/accounts/testing/test-workspace';
import { mintKey } from '../services/api-keys/testing/minted-key';
import { routes } from './routes';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

/** Sends the head of a request whose body never comes. @returns the status it is answered with */
async function statusOfHead(method: string, path: string, bytes: number): Promise<number> {
  const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
  try {
    return await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.setEncoding('latin1').on('data', (text) => resolve(Number(String(text).split(' ')[1])));
      const head = ['host: here', 'content-type: application/json', `content-length: ${bytes}`];
      socket.write([`${method} ${path} HTTP/1.1`, ...head, '', ''].join('\r\n'));
    });
  } finally {
    socket.destroy();
  }
}

const reading = routes.filter(({ endpoint }) => endpoint.body !== undefined);

test.each(reading.map((operation) => [operation.endpoint.id, operation] as const))(
  '%s refuses a stranger without reading the body',
  async (_, { endpoint, requireTarget }) => {
    const isOpen = endpoint.auth === 'public' || endpoint.auth === 'nobody';
    const isFound = requireTarget !== undefined;
    // Of an open operation without a target the smallest body that is too large.
    const bytes = maxBodyBytesOf(endpoint) + (isOpen && !isFound ? 1 : 0);
    const path = endpoint.path.replace(/\{\w+\}/g, 'nobody');
    const expected = isFound ? 404 : isOpen ? 413 : 401;
    expect(await statusOfHead(endpoint.method, path, bytes)).toBe(expected);
  },
);

test('an unknown webhook, a wrong key and a wrong workspace are told before the body is read', async () => {
  expect(await statusOfHead('POST', '/hooks/AAAAAAAAAAAAAAAAAAAAAA', 1_000)).toBe(404);
  expect(await statusOfHead('POST', '/hooks/AAAAAAAAAAAAAAAAAAAAAA/test', 1_000)).toBe(404);
  expect(await statusOfHead('POST', '/mcp/00000000-0000-4000-8000-000000000000', 1_000)).toBe(401);
});

test('queries of more parameters than a list of ids are refused', async () => {
  for (const path of ['/api/v1/logs', '/hooks/AAAAAAAAAAAAAAAAAAAAAA']) {
    const { status, body } = await api.call('GET', `${path}?${'a&'.repeat(7_500)}`);
    expect([path, status, body.code]).toEqual([path, 400, 'invalid_request']);
    expect(body.detail).toMatch(/at most 1,\d00 parameters/);
  }
});

test('a message to MCP is UTF-8, and not packed', async () => {
  const mill = await mintWorkspace();
  const headers = {
    ...(await mintKey(mill.owner, mill.workspaceId)).headers,
    'content-type': 'application/json',
  };
  const send = async (text: string, more = {}) => {
    const body = Buffer.from(text, 'latin1');
    const url = `${api.origin}/mcp/${mill.workspaceId}`;
    return (await fetch(url, { method: 'POST', body, headers: { ...headers, ...more } })).status;
  };
  const ping = '{"jsonrpc":"2.0","id":"x","method":"ping"}';
  expect(await send(ping)).toBe(200);
  expect(await send(`\xef\xbb\xbf${ping}`)).toBe(200);
  expect(await send(ping.replace('x', '\xff'))).toBe(400);
  expect(await send(ping, { 'content-encoding': 'gzip' })).toBe(415);
});
