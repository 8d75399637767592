import type { Socket } from 'node:net';
import type { OutboundClientOptions } from '../client';
import { type LoopbackServer, startRawServer } from './loopback-server';

/** The URL of a faulty server, and the client options needed to reach it. */
export interface Scene {
  url: string;
  client?: Partial<OutboundClientOptions>;
}

/** Starts the server; `keep` closes it after the test. */
export type SetScene = (
  keep: (starting: Promise<LoopbackServer>) => Promise<LoopbackServer>,
) => Promise<Scene>;

type Talk = (socket: Socket, index: number) => void;

const raw =
  (talk: Talk): SetScene =>
  async (keep) => ({ url: `${(await keep(startRawServer(talk))).origin}/` });

/**
 * Each connection gets the next of these answers and its end, repeating the last; null cuts it off with a
 * reset.
 */
export function says(...answers: ReadonlyArray<string | Buffer | null>): SetScene {
  return raw((socket, index) => {
    const answer = answers[Math.min(index, answers.length - 1)];
    if (answer === null || answer === undefined) socket.resetAndDestroy();
    else socket.end(answer);
  });
}

/** Sends these bytes, then nothing, and never ends. */
export function staysOpen(bytes = ''): SetScene {
  return raw((socket) => void socket.write(bytes));
}

/** Sends `head`, then `piece` again and again, as long as the client stays connected. */
export function dripsForEver(head: string, piece: string | Buffer, gapMs: number): SetScene {
  return raw((socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(piece), gapMs);
    socket.once('close', () => clearInterval(timer));
  });
}

/** Sends nothing on the first connection and this answer on all later ones. */
export function silentThen(answer: string): SetScene {
  return raw((socket, index) => {
    if (index > 0) socket.end(answer);
  });
}

/** A name that resolves to each of these in turn, repeating the last, at a server that sends `answer`. */
export function resolvesTo(answer: string, ...lookups: ReadonlyArray<readonly string[]>): SetScene {
  return async (keep) => {
    const { port } = await keep(startRawServer((socket) => socket.end(answer)));
    let count = 0;
    const resolve = async () => {
      const addresses = lookups[Math.min(count, lookups.length - 1)] ?? [];
      count += 1;
      return addresses.map((address) => ({ address, family: 4 as const }));
    };
    return { url: `http://rebinding.test:${port}/`, client: { resolve } };
  };
}

/** Returns the text of a response; `Content-Length` is right unless the headers name another. */
export function response(
  status: string | number,
  headers: string[] = [],
  body: string | Buffer = '',
): Buffer {
  const framing = headers.some((line) => /^(content-length|transfer-encoding)/i.test(line))
    ? []
    : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`HTTP/1.1 ${status} X`, 'Connection: close', ...framing, ...headers].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]);
}
