import type { IncomingMessage, ServerResponse } from 'node:http';
import { IncomingBody } from './incoming-body';

/**
 * Up to this many bytes of a refused body are read and discarded, so that the client sees the response;
 * then the connection is closed.
 */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARDING_MS = 5_000;
/** Of all refused bodies together, so many chunks (64 KB at most) are discarded at a time: 64 MB a second. */
const CHUNKS_AT_A_TIME = 2;
const DISCARD_EVERY_MS = 2;

/** Requests whose client sends the body only after `100 Continue` (`Expect: 100-continue`), not sent yet. */
const hesitant = new WeakMap<IncomingMessage, ServerResponse>();

/** Delays `100 Continue` until the body is read, so that a refusal comes first. */
export const letWait = (request: IncomingMessage, response: ServerResponse): void =>
  void hesitant.set(request, response);

/** Sends `100 Continue`, for readers other than `IncomingBody`. */
export function letSend(request: IncomingMessage): void {
  const response = hesitant.get(request);
  if (response === undefined) return;
  hesitant.delete(request);
  response.writeContinue();
}

export function bodyOfRequest(request: IncomingMessage): IncomingBody {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return new IncomingBody({
    stream: request,
    length: encoding === undefined ? Number(length ?? 0) : null,
    ...(hesitant.has(request) && { begin: () => letSend(request) }),
  });
}

/**
 * Reads the rest of the body and discards it; a client that sends too much or too slowly loses its
 * connection. Call it before the response begins.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const response = hesitant.get(request);
  // The client may send the body or the next request now, and the two can't be told apart.
  if (response !== undefined) return void response.setHeader('connection', 'close');
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), MAX_DISCARDING_MS);
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) socket.destroy();
    else waitForTurn(request);
  });
  request.on('error', () => undefined); // the client has gone: nothing more to discard
  request.once('close', () => {
    clearTimeout(timer);
    waiting.delete(request);
  });
  request.resume();
}

/** Refused bodies with more to discard, in the order of their turns. */
const waiting = new Set<IncomingMessage>();
let isTimed = false;

/**
 * Reads no more of a body until its turn. Hundreds of clients may send large bodies at once; taking in what
 * they send as fast as it comes would keep the processor from everybody else for seconds.
 */
function waitForTurn(request: IncomingMessage): void {
  request.pause();
  waiting.add(request);
  if (!isTimed) setTimeout(readSome, DISCARD_EVERY_MS);
  isTimed = true;
}

/** Lets the first waiting bodies have a chunk read; the rest wait for the next time. */
function readSome(): void {
  let left = CHUNKS_AT_A_TIME;
  for (const request of waiting) {
    if (left === 0) break;
    left -= 1;
    waiting.delete(request);
    request.resume();
  }
  isTimed = waiting.size > 0;
  if (isTimed) setTimeout(readSome, DISCARD_EVERY_MS);
}
