import { IncomingMessage } from 'node:http';
import { AppError } from '../platform/errors';

/**
 * A refused body is read on without being kept up to here, so that the client sees the answer; then the
 * connection ends.
 */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARDING_MS = 5_000;

/** The whole body. @throws AppError payload_too_large past `maxBytes`, invalid_request when it breaks off */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(request, maxBytes);
  if (request.destroyed) throw callerLeft();
  const chunks: Buffer[] = [];
  let size = 0;
  // By events: an async iterator costs several times as much, and most bodies are one chunk.
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) refuse(tooLarge(request, maxBytes));
      else chunks.push(chunk);
    };
    const refuse = (cause: Error): void => {
      request.off('data', read);
      reject(cause);
    };
    request.on('data', read);
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once('error', () => refuse(callerLeft()));
    request.once('close', () => {
      if (!request.readableEnded) refuse(callerLeft());
    });
  });
}

const callerLeft = (): AppError =>
  new AppError('invalid_request', 'The connection was closed before the body had arrived.');

function tooLarge(request: IncomingMessage, maxBytes: number): AppError {
  discardBody(request);
  const limit = maxBytes === 0 ? 'must be empty here' : `may have at most ${maxBytes} bytes`;
  return new AppError('payload_too_large', `The body ${limit}.`);
}

/**
 * Reads what is still to come and keeps nothing; a client that sends too much or too slowly loses its
 * connection.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
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

/**
 * The same request with a body that has arrived already: whoever handles it never waits for bytes, nor meets
 * more of them.
 */
export function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const whole = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(whole, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  whole.push(body);
  whole.push(null);
  whole.complete = true;
  return whole;
}
