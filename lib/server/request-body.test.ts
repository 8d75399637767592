import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBody } from './request-body';

const received: Array<(request: IncomingMessage) => void> = [];
const server = createServer((request) => received.shift()?.(request));

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** What reading the body of a request of those bytes comes to; the caller leaves after the last of them. */
async function readFrom(text: string): Promise<unknown> {
  const arrived = new Promise<IncomingMessage>((resolve) => received.push(resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  const body = readBody(await arrived, 1_000);
  setImmediate(() => socket.destroy());
  return body.then(String, (error: unknown) => error);
}

const head = (length: number): string => `POST / HTTP/1.1\r\nhost: here\r\ncontent-length: ${length}\r\n\r\n`;

test('a body that breaks off is the caller’s doing, and none of the server’s faults', async () => {
  expect(await readFrom(`${head(100)}only the beginning`)).toMatchObject({ code: 'invalid_request' });
});

test('a body is read whole, and one that says it is too large is refused', async () => {
  expect(await readFrom(`${head(5)}whole`)).toBe('whole');
  expect(await readFrom(`${head(2_000)}large`)).toMatchObject({ code: 'payload_too_large' });
});
