import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOfRequest, discardBody } from '../platform/http/body/body-of-request';
import { dispatch } from '../platform/http/dispatch';
import { createRouter } from '../platform/http/router';
import { policy } from '../process/policy';
import { addressOf } from './address-of';
import { AUTH_PREFIX } from './auth-routes';
import { refuse } from './refuse';
import { MAX_API_PARAMETERS, requireUtf8, searchOf } from './request-limits';
import { formerRoutes, routes } from './routes';
import { send, whenClosed } from './send';

const router = createRouter([...routes, ...formerRoutes]);

/** Returns true if the API handles this path itself; next-auth's own routes are handled by Next. */
export const isApiPath = (url: string): boolean =>
  (url.startsWith('/api/') && !url.startsWith(AUTH_PREFIX)) || url.startsWith('/v1/');

/** JSON Schemas for editors: no page lies there, also in development. */
export const isSchemaPath = (url: string): boolean => url.startsWith('/schemas/');

/** Handles a request to the API directly: the same routes as through Next's router, without Next. */
export async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  let search: URLSearchParams;
  try {
    search = searchOf(url, MAX_API_PARAMETERS);
    requireUtf8(search, url);
  } catch (error) {
    return refuse(request, response, error);
  }
  const callerLeft = new AbortController();
  const body = bodyOfRequest(request);
  response.on('close', () => {
    if (response.writableFinished) return;
    callerLeft.abort();
    body.abandon();
  });
  const answer = await dispatch(router, policy, mark === -1 ? url : url.slice(0, mark), {
    method: request.method ?? 'GET',
    search,
    signal: callerLeft.signal,
    header: (name) => single(request.headers[name]),
    remoteAddress: addressOf(request),
    readBody: (maxBytes, payers) => body.read(maxBytes, payers),
    releaseBody: () => body.release(),
    whenAnswered: whenClosed(response),
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
  const ends: Array<() => void> = [];
  const { status, body } = await dispatch(router, policy, pathname, {
    method: 'GET',
    search: searchParams,
    signal: new AbortController().signal,
    header: (name) => (name === 'cookie' ? cookie : undefined),
    remoteAddress: '127.0.0.1',
    readBody: async () => Buffer.alloc(0),
    whenAnswered: (end) => ends.push(end),
  });
  for (const end of ends) end();
  return status === 200 && typeof body === 'string' ? body : null;
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
