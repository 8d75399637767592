import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Opens connections that send `head` and then at most an occasional byte. */
export async function openSockets(port: number, count: number, head: string): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: false });
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      socket.write(head);
      return socket;
    }),
  );
}

/**
 * Sends a byte on each connection every second until all are closed or time is up. @returns the number
 * still open
 */
export async function dripUntilClosed(
  sockets: readonly Socket[],
  withinMs: number,
  byte: string,
): Promise<number> {
  const deadline = Date.now() + withinMs;
  const open = (): Socket[] => sockets.filter((socket) => !socket.closed);
  while (open().length > 0 && Date.now() < deadline) {
    await sleep(1_000);
    if (byte !== '') for (const socket of open()) if (socket.writable) socket.write(byte);
  }
  const { length } = open();
  for (const socket of sockets) socket.destroy();
  return length;
}

/** Sends a body of this size as fast as it is read. @returns the status, or how the connection ended */
export function postBytes(
  url: string,
  bytes: number,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<string> {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  return new Promise((resolve) => {
    const sending = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs) });
    let left = bytes;
    const send = (): void => {
      while (left > 0 && !sending.destroyed) {
        left -= chunk.length;
        if (!sending.write(chunk)) return void sending.once('drain', send);
      }
      sending.end();
    };
    sending.on('response', (response) => {
      response.resume();
      resolve(String(response.statusCode));
      setTimeout(() => sending.destroy(), 1_000); // the response came before the end of the body, or after it
    });
    sending.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.name === 'TimeoutError' ? 'no answer' : 'closed'),
    );
    send();
  });
}
