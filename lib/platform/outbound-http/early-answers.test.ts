import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutboundRequest } from './contract';
import { listen } from './testing/loopback-server';
import { tell } from './testing/odd-response';
import { createTestBed, ONCE, post } from './testing/outbound-test-client';
import { TEST_CERTIFICATE } from './testing/test-certificate';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const MB = 1024 * 1024;
const LARGE = 'x'.repeat(5 * MB);
const refusal = (connection: string) =>
  `HTTP/1.1 413 Too Large\r\nConnection: ${connection}\r\nContent-Length: 3\r\n\r\nbig`;

interface Scene {
  isSecure?: boolean;
  /** If true, it responds before anything has arrived. */
  isAtOnce?: boolean;
  /** Called for each connection once something has arrived; nothing more is read automatically. */
  talk: (socket: Socket) => void;
}

async function serve({ isSecure = false, isAtOnce = false, talk }: Scene) {
  let requests = 0;
  const onSocket = (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const begin = () => {
      requests += 1;
      socket.pause();
      talk(socket);
    };
    if (isAtOnce) begin();
    else socket.once('data', begin);
  };
  const server = isSecure ? createTlsServer(TEST_CERTIFICATE, onSocket) : createTcpServer(onSocket);
  const listening = await bed.serve(listen(server));
  const origin = isSecure ? `https://secure.test:${listening.port}` : listening.origin;
  return { ...listening, origin, requests: () => requests };
}

const open = () =>
  bed.open({ ca: TEST_CERTIFICATE.cert, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }).client;

type Way = [how: string, scene: Omit<Scene, 'talk'>, close: (socket: Socket) => void];

const WAYS: Way[] = [
  ['and closed', {}, (socket) => socket.end()],
  ['and closed over TLS', { isSecure: true }, (socket) => socket.end()],
  ['and destroyed', {}, (socket) => socket.destroy()],
  ['and destroyed over TLS', { isSecure: true }, (socket) => socket.destroy()],
  ['and reset', {}, (socket) => socket.resetAndDestroy()],
  ['at once and closed', { isAtOnce: true }, (socket) => socket.end()],
  ['at once and destroyed', { isAtOnce: true }, (socket) => socket.destroy()],
  ['at once and destroyed over TLS', { isAtOnce: true, isSecure: true }, (socket) => socket.destroy()],
];

describe('an answer that comes before the request has gone out whole', () => {
  it.each(WAYS)('%s: it is read, and the POST not sent again', async (_how, scene, close) => {
    const server = await serve({
      ...scene,
      talk: (socket) => socket.write(refusal('close'), () => close(socket)),
    });
    expect(tell(await open().request(post(server.origin, LARGE)))).toBe('413 "big"');
    expect(server.requests()).toBe(1);
  });

  it.each(WAYS)('%s, of parts that are read while they are sent: the same', async (_how, scene, close) => {
    const server = await serve({
      ...scene,
      talk: (socket) => socket.write(refusal('close'), () => close(socket)),
    });
    const parts = Array.from({ length: 50 }, () => new Uint8Array(MB / 10));
    const request: OutboundRequest = { ...post(server.origin, ''), body: { parts } };
    expect(tell(await open().request(request))).toBe('413 "big"');
    expect(server.requests()).toBe(1);
  });

  it('that refuses it: the next request has a connection of its own', async () => {
    const server = await serve({ talk: (socket) => void socket.write(refusal('keep-alive')) });
    const client = open();
    expect(tell(await client.request(post(server.origin, LARGE)))).toBe('413 "big"');
    expect(tell(await client.request(post(server.origin, 'x'), ONCE))).toBe('413 "big"');
    expect(server.connections()).toBe(2);
  });

  it('that accepts it: the rest still goes out', async () => {
    let read = 0;
    const server = await serve({
      talk: (socket) => {
        socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok');
        socket.on('data', (chunk) => {
          read += chunk.length;
        });
        // Reads on once the answer has been sent, at the latest.
        setImmediate(() => socket.resume());
      },
    });
    const client = open();
    expect(tell(await client.request(post(server.origin, LARGE)))).toBe('202 "ok"');
    while (read < 4 * MB) await new Promise((resolve) => setImmediate(resolve));
    expect(server.requests()).toBe(1);
  });
});

it('a server that closes without an answer: the connection failed, which is tried again', async () => {
  const server = await serve({ talk: (socket) => socket.destroy() });
  const { error, attempts } = await open().request(post(server.origin, LARGE));
  expect([error?.code, attempts.length]).toEqual(['CONNECTION_RESET', 4]);
});
