import type { ServerResponse } from 'node:http';
import type { Reply } from '../platform/http/reply';
import { giveWay, inSlices } from '../platform/in-slices';
import { logger } from '../platform/logging/logger';
import { slicesOfText } from '../platform/text/slices-of-text';

/** The length in characters from which a body is encoded and sent in parts. */
const LARGE_TEXT = 1024 * 1024;
const LARGE_CHUNK = 64 * 1024;

export interface Patience {
  /** A response that the client stops reading for this long is aborted. */
  unreadMs: number;
  /** How long a client may take for a large text before its speed counts. */
  freeMs: number;
  /** A large text stays in memory until it is read; a client that takes it more slowly loses its connection. */
  minBytesPerSecond: number;
}

const PATIENCE: Patience = { unreadMs: 60_000, freeMs: 30_000, minBytesPerSecond: 64 * 1024 };

/** Returns a function that calls another when the response has been sent or its client has left. */
export const whenClosed =
  (response: ServerResponse) =>
  (end: () => void): void =>
    void (response.closed ? end() : response.once('close', end));

/** Writes a response as fast as the client reads it; a client that stops reading loses its connection. */
export async function send(
  response: ServerResponse,
  { body, status, headers }: Reply,
  headOnly: boolean,
  patience = PATIENCE,
): Promise<void> {
  if (typeof body === 'string' && body.length > LARGE_TEXT) {
    headers['content-length'] = String(await inSlices(measuring(body)));
    response.writeHead(status, headers);
    return sendChunks(response, slicesOfText(body), { headOnly, patience, isHeld: true });
  }
  if (body === null || typeof body === 'string') {
    if (status !== 204 && status !== 304)
      headers['content-length'] = String(body === null ? 0 : Buffer.byteLength(body));
    response.writeHead(status, headers);
    response.end(headOnly || body === null ? undefined : body);
    return endUnread(response, patience);
  }
  response.writeHead(status, headers);
  return sendChunks(response, body, { headOnly, patience, isHeld: false });
}

/** Measures a text in UTF-8 that would take too long in one turn of the event loop. */
function* measuring(text: string): Generator<void, number, void> {
  let bytes = 0;
  for (const slice of slicesOfText(text)) {
    bytes += Buffer.byteLength(slice);
    yield;
  }
  return bytes;
}

interface Sending {
  headOnly: boolean;
  patience: Patience;
  /** True if all chunks are in memory until the last one is read. */
  isHeld: boolean;
}

async function sendChunks(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string>,
  { headOnly, patience, isHeld }: Sending,
): Promise<void> {
  if (headOnly) {
    response.end();
    return;
  }
  let sent = 0;
  let waitedMs = 0;
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      const from = performance.now();
      if (!response.write(chunk)) await drained(response, patience);
      waitedMs += performance.now() - from;
      sent += chunk.length;
      if (isHeld && isTooSlow(sent, waitedMs, patience)) return void response.destroy();
      // A reader on the same machine takes megabytes in one turn of the event loop.
      if (chunk.length > LARGE_CHUNK) await giveWay();
    }
    response.end();
    endUnread(response, patience);
  } catch (error) {
    logger('server').error('a streamed answer failed', { error });
    response.destroy();
  }
}

const isTooSlow = (sent: number, waitedMs: number, { freeMs, minBytesPerSecond }: Patience): boolean =>
  waitedMs > freeMs && sent < (minBytesPerSecond * waitedMs) / 1_000;

/** Ends the connection of a client that does not read the rest, which the system has not taken yet. */
function endUnread(response: ServerResponse, { unreadMs }: Patience): void {
  if (!response.writableFinished) response.socket?.setTimeout(unreadMs);
}

function drained(response: ServerResponse, { unreadMs }: Patience): Promise<void> {
  return new Promise((resolve) => {
    const unread = setTimeout(() => response.destroy(), unreadMs);
    const done = (): void => {
      clearTimeout(unread);
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
