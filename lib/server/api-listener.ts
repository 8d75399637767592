import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOfRequest, discardBody } from '../platform/http/body/body-of-request';
import { dispatch } from '../platform/http/dispatch';
import type { Reply } from '../platform/http/reply';
import { createRouter } from '../platform/http/router';
import { giveWay, inSlices } from '../platform/in-slices';
import { logger } from '../platform/logging/logger';
import { slicesOfText } from '../platform/text/slices-of-text';
import { policy } from '../process/policy';
import { addressOf } from './address-of';
import { AUTH_PREFIX } from './auth-routes';
import { formerRoutes, routes } from './routes';

const router = createRouter([...routes, ...formerRoutes]);
/** A response that the client stops reading for this long is aborted. */
const UNREAD_MS = 60_000;
/** The length in characters from which a body is encoded and sent in parts. */
const LARGE_TEXT = 1024 * 1024;
const LARGE_CHUNK = 64 * 1024;

/** Returns true if the API handles this path itself; next-auth's own routes are handled by Next. */
export const isApiPath = (url: string): boolean =>
  (url.startsWith('/api/') && !url.startsWith(AUTH_PREFIX)) || url.startsWith('/v1/');

/** Handles a request to the API directly: the same routes as through Next's router, without Next. */
export async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const callerLeft = new AbortController();
  const body = bodyOfRequest(request);
  response.on('close', () => {
    if (response.writableFinished) return;
    callerLeft.abort();
    body.abandon();
  });
  const answer = await dispatch(router, policy, mark === -1 ? url : url.slice(0, mark), {
    method: request.method ?? 'GET',
    search: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)),
    signal: callerLeft.signal,
    header: (name) => single(request.headers[name]),
    remoteAddress: addressOf(request),
    readBody: async (maxBytes, payers) => (await body.read(maxBytes, payers)).toString('utf8'),
    releaseBody: () => body.release(),
  });
  body.release();
  discardBody(request);
  await send(response, answer, request.method === 'HEAD');
}

/**
 * Sends a GET for data that a page shows immediately, while it is rendered. @returns null unless the
 * response is a success in JSON
 */
export async function askInProcess(path: string, cookie: string | undefined): Promise<string | null> {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const { status, body } = await dispatch(router, policy, pathname, {
    method: 'GET',
    search: searchParams,
    signal: new AbortController().signal,
    header: (name) => (name === 'cookie' ? cookie : undefined),
    remoteAddress: '127.0.0.1',
    readBody: async () => '',
  });
  return status === 200 && typeof body === 'string' ? body : null;
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** Writes a response as fast as the client reads it; a client that stops reading loses its connection. */
export async function send(
  response: ServerResponse,
  { body, status, headers }: Reply,
  headOnly: boolean,
): Promise<void> {
  if (typeof body === 'string' && body.length > LARGE_TEXT) {
    const { chunks, bytes } = await inSlices(encoding(body));
    headers['content-length'] = String(bytes);
    response.writeHead(status, headers);
    return sendChunks(response, chunks, headOnly);
  }
  if (body === null || typeof body === 'string') {
    if (status !== 204 && status !== 304)
      headers['content-length'] = String(body === null ? 0 : Buffer.byteLength(body));
    response.writeHead(status, headers);
    response.end(headOnly || body === null ? undefined : body);
    if (!response.writableFinished) response.socket?.setTimeout(UNREAD_MS);
    return;
  }
  response.writeHead(status, headers);
  return sendChunks(response, body, headOnly);
}

/** Encodes a text that would take too long in one turn of the event loop. */
function* encoding(text: string): Generator<void, { chunks: Buffer[]; bytes: number }, void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (const slice of slicesOfText(text)) {
    const chunk = Buffer.from(slice);
    chunks.push(chunk);
    bytes += chunk.length;
    yield;
  }
  return { chunks, bytes };
}

async function sendChunks(
  response: ServerResponse,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>,
  headOnly: boolean,
): Promise<void> {
  if (headOnly) {
    response.end();
    return;
  }
  try {
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await drained(response);
      // A reader on the same machine takes megabytes in one turn of the event loop.
      if (chunk.length > LARGE_CHUNK) await giveWay();
    }
    response.end();
  } catch (error) {
    logger('server').error('a streamed answer failed', { error });
    response.destroy();
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const unread = setTimeout(() => response.destroy(), UNREAD_MS);
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
