import type { IncomingMessage } from 'node:http';
import { AppError } from '../platform/errors';
import { countPairs } from '../platform/http/forms/urlencoded';

/** A list may come as a repeated parameter, of a thousand ids at most. */
export const MAX_API_PARAMETERS = 1_100;
export const MAX_HOOK_PARAMETERS = 1_000;
/** Next takes time that grows with their square, on each page. */
export const MAX_PAGE_PARAMETERS = 100;
export const MAX_PAGE_QUERY_BYTES = 8 * 1024;
export const MAX_PAGE_PATH_BYTES = 2 * 1024;
export const MAX_PAGE_COOKIES = 100;
/** What is longer is cut off. */
export const MAX_USER_AGENT_LENGTH = 512;
/** The state of the page that the browser shows, which repeats its query, escaped twice. */
export const MAX_ROUTER_HEADER_BYTES = 24 * 1024;

const ROUTER_HEADERS = ['next-router-state-tree', 'next-url', 'next-router-segment-prefetch'];

/** Returns the query of a URL, whose parameters are counted first. @throws AppError invalid_request */
export function searchOf(url: string, mostParameters: number): URLSearchParams {
  const mark = url.indexOf('?');
  const query = mark === -1 ? '' : url.slice(mark + 1);
  requireFewParameters(query, mostParameters);
  return new URLSearchParams(query);
}

/**
 * Refuses a query whose percent codes aren't UTF-8, which would be read as other text.
 * @throws AppError invalid_request
 */
export function requireUtf8(search: URLSearchParams, url: string): void {
  if (!url.includes('%') || /%ef%bf%bd/i.test(url)) return;
  for (const [name, value] of search)
    if (name.includes('\ufffd') || value.includes('\ufffd'))
      throw invalid('query', `The percent codes of “${name.slice(0, 100)}” in the query are not UTF-8.`);
}

/**
 * Refuses requests to pages with more than any of our pages sends: everything of it is read by Next, in one
 * turn of the event loop.
 * @throws AppError invalid_request, headers_too_large, not_found
 */
export function requireSmallPageRequest({ url = '/', headers }: IncomingMessage): void {
  const [path = '', ...queries] = url.split('?');
  const query = queries.join('?');
  // It would fetch and scale pictures for strangers; ours are never scaled.
  if (path === '/_next/image') throw new AppError('not_found', 'Pictures are not scaled here.');
  if (path.length > MAX_PAGE_PATH_BYTES)
    throw invalid('path', `The path may have at most ${MAX_PAGE_PATH_BYTES} bytes.`);
  if (!isPercentEncoded(path)) throw invalid('path', 'The path is not valid percent-encoding.');
  if (query.length > MAX_PAGE_QUERY_BYTES)
    throw invalid('query', `The query of a page may have at most ${MAX_PAGE_QUERY_BYTES} bytes.`);
  requireFewParameters(query, MAX_PAGE_PARAMETERS);
  if ((headers.cookie ?? '').split(';', MAX_PAGE_COOKIES + 1).length > MAX_PAGE_COOKIES)
    throw new AppError(
      'headers_too_large',
      `At most ${MAX_PAGE_COOKIES} cookies. Delete those of this site.`,
    );
  for (const name of ROUTER_HEADERS)
    if (String(headers[name] ?? '').length > MAX_ROUTER_HEADER_BYTES)
      throw new AppError('headers_too_large', `${name} may have at most ${MAX_ROUTER_HEADER_BYTES} bytes.`);
}

function requireFewParameters(query: string, most: number): void {
  if (countPairs(query, most) > most)
    throw invalid('query', `The query may have at most ${most.toLocaleString('en')} parameters.`);
}

const invalid = (param: 'path' | 'query', message: string): AppError =>
  new AppError('invalid_request', message, { issues: [{ param, code: `${param}_invalid`, message }] });

function isPercentEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
