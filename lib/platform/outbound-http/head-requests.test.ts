import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer, startRawServer } from './testing/loopback-server';
import { createTestBed, ONCE } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const head = (url: string) => ({ method: 'HEAD', url, headers: [], body: null });

describe('a response to HEAD has no body, whatever its headers announce', () => {
  it.each([
    ['a length', 'Content-Length: 5000\r\n', { 'content-length': '5000' }],
    ['a length over the limit', 'Content-Length: 99999999999\r\n', { 'content-length': '99999999999' }],
    ['a coding', 'Content-Encoding: gzip\r\nContent-Length: 20\r\n', { 'content-encoding': 'gzip' }],
    ['a coding that nobody knows', 'Content-Encoding: zstd\r\n', { 'content-encoding': 'zstd' }],
    ['chunks', 'Transfer-Encoding: chunked\r\n', { 'transfer-encoding': 'chunked' }],
    ['lines of bare line feeds', 'Content-Length: 7\nX-A: 1\n', { 'content-length': '7', 'x-a': '1' }],
    ['lengths that differ', 'Content-Length: 1\r\nContent-Length: 2\r\n', {}],
    ['a length that is none', 'Content-Length: some\r\n', {}],
    ['nothing, and a body all the same', 'X-A: 1\r\nContent-Length: 2\r\n', { 'x-a': '1' }, 'ok'],
    ['chunks that come', 'Transfer-Encoding: chunked\r\n', {}, '2\r\nok\r\n0\r\n\r\n'],
  ])('%s', async (_, lines, headers, body = '') => {
    const server = await bed.serve(
      startRawServer((socket) => void socket.write(`HTTP/1.1 200 OK\r\n${lines}\r\n${body}`)),
    );
    const { client } = bed.open();
    // The second is not disturbed by what came of the first.
    for (const time of [1, 2]) {
      const { response, error } = await client.request(head(server.origin), ONCE);
      expect([time, error, response?.status, response?.body.length]).toEqual([time, null, 200, 0]);
      expect(response?.headers).toMatchObject(headers);
    }
  });
});

it.each([301, 302, 303, 307, 308])('a HEAD that is redirected with %d stays one', async (status) => {
  const server = await bed.serve(
    startHttpServer(({ url }, response) => {
      if (url === '/') response.writeHead(status, { location: '/there', 'content-length': 9 });
      response.end();
    }),
  );
  const { response } = await bed.open().client.request(head(server.origin), ONCE);
  expect([response?.status, response?.url]).toEqual([200, `${server.origin}/there`]);
  expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual(['HEAD /', 'HEAD /there']);
});

it.each(['HEAD', 'OPTIONS'])('%s is sent again when the server is away for a moment', async (method) => {
  let count = 0;
  const server = await bed.serve(
    startHttpServer((_request, response) => {
      count += 1;
      response.writeHead(count === 1 ? 503 : 204).end();
    }),
  );
  const { response, attempts } = await bed
    .open()
    .client.request(
      { ...head(server.origin), method },
      { retry: { when: 'safe', max: 1 }, idempotencyKey: 'k' },
    );
  expect([response?.status, attempts.map(({ status }) => status)]).toEqual([204, [503, 204]]);
  expect(server.received.map((each) => [each.method, each.headers['idempotency-key']])).toEqual([
    [method, undefined],
    [method, undefined],
  ]);
});
