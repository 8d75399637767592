import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { drained, startHttpServer, startRawServer } from './testing/loopback-server';
import { createTestBed, post } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const KEEP = {
  keepPartialBody: true,
  maxResponseBytes: 16,
  retry: { when: 'never', max: 0 },
} as const;
/** For responses that begin and never end. */
const KEEP_AWHILE = { ...KEEP, attemptTimeoutMs: 2_000, totalTimeoutMs: 2_000 };

test('an endless body is cut, its status stands, and its connection is given up', async () => {
  const server = await bed.serve(
    startHttpServer((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', pour);
      pour();
    }),
  );
  const { client } = bed.open();
  const { response, error } = await client.request(post(server.origin, '{}'), KEEP);
  expect(error).toBeNull();
  expect(response).toMatchObject({ status: 200, truncated: true, body: Buffer.from('x'.repeat(16)) });
  await drained(server);
});

test.each([
  ['that never goes on', 'HTTP/1.1 202 OK\r\nContent-Length: 10\r\n\r\nabc', false],
  ['that breaks off', 'HTTP/1.1 202 OK\r\nContent-Length: 10\r\n\r\nabc', true],
  [
    'that is no HTTP after its head',
    'HTTP/1.1 202 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzzz\r\n',
    false,
  ],
])('of a body %s what came is kept', async (_, bytes, ends) => {
  const server = await bed.serve(
    startRawServer((socket) => {
      socket.write(bytes);
      if (ends) socket.end();
    }),
  );
  const { client } = bed.open();
  const { response, error } = await client.request(post(server.origin, '{}'), KEEP_AWHILE);
  expect(error).toBeNull();
  expect([response?.status, response?.truncated, response?.body.toString()]).toEqual([202, true, 'abc']);
  await drained(server);
});

test('a whole body is whole, and stays as it came', async () => {
  const zipped = gzipSync('a');
  const server = await bed.serve(
    startHttpServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped);
    }),
  );
  const { client } = bed.open();
  const options = { ...KEEP, maxResponseBytes: 1024 };
  const { response } = await client.request(post(server.origin, '{}'), options);
  expect([response?.truncated, response?.body.equals(zipped)]).toEqual([false, true]);
});

test('without a status line there is no response', async () => {
  const server = await bed.serve(startRawServer(() => undefined));
  const { client } = bed.open();
  const { response, error } = await client.request(post(server.origin, '{}'), KEEP_AWHILE);
  expect([response, error?.code]).toEqual([null, 'TIMEOUT']);
});
