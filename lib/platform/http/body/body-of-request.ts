import type { IncomingMessage, ServerResponse } from 'node:http';
import { IncomingBody } from './incoming-body';

/**
 * A refused body is read on without being kept up to here, so that the client sees the answer; then the
 * connection ends.
 */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARDING_MS = 5_000;

/** Clients that send their body only when they are told to (`Expect: 100-continue`), and weren't yet. */
const hesitant = new WeakMap<IncomingMessage, ServerResponse>();

/** The client is told to go on when its body is read: a refusal comes before that. */
export const letWait = (request: IncomingMessage, response: ServerResponse): void =>
  void hesitant.set(request, response);

/** For a reader of another kind. */
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
 * Reads what is still to come and keeps nothing; a client that sends too much or too slowly loses its
 * connection. Before the answer is begun.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const response = hesitant.get(request);
  // It may send the body or the next request now, and which of them can't be told.
  if (response !== undefined) return void response.setHeader('connection', 'close');
  const { socket } = request;
  const timer = setTimeout(() => socket.destroy(), MAX_DISCARDING_MS);
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) socket.destroy();
  });
  request.on('error', () => undefined); // the client has gone: nothing more to discard
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
