import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { Reply } from '../platform/http/reply';
import { countTurns } from '../platform/testing/count-turns';
import { type Patience, send, whenClosed } from './send';

/** More than thirty slices (`slicesOfText`), each of which takes a turn of the event loop. */
const TEXT = `${'é'.repeat(1_000)}x`.repeat(9_000);
const PATIENT: Patience = { unreadMs: 60_000, freeMs: 60_000, minBytesPerSecond: 1 };

let close = (): void => {};
afterEach(() => close());

/** Starts a server that sends the text. @returns its port, and its first response once a client has asked */
async function start(patience: Patience): Promise<{ port: number; asked: Promise<ServerResponse> }> {
  const server = createServer();
  const asked = once(server, 'request').then(([, response]) => response as ServerResponse);
  server.on('request', (_, response) => void send(response, new Reply(TEXT, 200, {}), false, patience));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, asked };
}

function ask(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  socket.on('error', () => {}); // the server cuts the connection
  return socket;
}

describe('a large text', () => {
  test('arrives whole, and other work has its turns meanwhile', async () => {
    const { port } = await start(PATIENT);
    const turns = countTurns();
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(TEXT)));
    expect(await response.text()).toBe(TEXT);
    turns.stop();
    expect(turns.count).toBeGreaterThan(30);
  });

  test('has an end that others can wait for, also one that has been', async () => {
    const { port, asked } = await start(PATIENT);
    const socket = ask(port);
    const response = await asked;
    const closed = new Promise<void>((resolve) => whenClosed(response)(resolve));
    socket.destroy();
    await closed;
    let isCalled = false;
    whenClosed(response)(() => {
      isCalled = true;
    });
    expect(isCalled).toBe(true);
  });

  test('is cut off for a client that takes it too slowly', async () => {
    const { port } = await start({ ...PATIENT, freeMs: 0, minBytesPerSecond: Number.POSITIVE_INFINITY });
    const socket = ask(port);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await once(socket, 'close');
    expect(bytes).toBeLessThan(Buffer.byteLength(TEXT));
  });

  test('is cut off for a client that reads nothing', async () => {
    const { port, asked } = await start({ ...PATIENT, unreadMs: 1 });
    const socket = ask(port);
    socket.pause();
    const response = await asked;
    await new Promise<void>((resolve) => whenClosed(response)(resolve));
    expect(response.writableFinished).toBe(false);
    socket.destroy();
  });
});
