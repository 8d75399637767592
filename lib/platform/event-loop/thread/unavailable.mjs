// @ts-check
import { randomUUID } from 'node:crypto';
import { rawResponse } from '../../raw-response.mjs';

/** For a client whose request nobody has looked at. */
export const UNTOUCHED = 'The server is busy. Try again in a moment.';
/** For a client whose request was being worked on. */
export const INTERRUPTED =
  'The server stood still while it worked on this request, and was replaced. The request may have been carried ' +
  'out. Try again in a moment; a request with an Idempotency-Key is not carried out twice.';

const RETRY_AFTER_SECONDS = 2;

/**
 * Returns a whole HTTP response with status 503, as `lib/platform/http/problem.ts` writes them, to be written
 * directly to a connection.
 * @param {string} detail
 */
export function unavailable(detail) {
  const requestId = randomUUID();
  const problem = {
    type: '/docs#error-unavailable',
    title: 'Unavailable',
    status: 503,
    detail,
    code: 'unavailable',
    requestId,
    errors: [],
    error: detail,
  };
  return response(JSON.stringify(problem), {
    'content-type': 'application/problem+json',
    'x-request-id': requestId,
  });
}

/** Returns the same for a browser that opens a page: it tries again by itself. */
export function unavailablePage() {
  const page =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"><meta name="color-scheme" content="light dark">` +
    '<title>Millrace</title><body style="font: 16px system-ui; margin: 20vh auto; max-width: 30em; padding: 1em">' +
    '<h1 style="font-size: 1.25em">One moment</h1><p>The server is being replaced. This page opens again by itself.</p>';
  return response(page, { 'content-type': 'text/html; charset=utf-8' });
}

/** @param {string} body @param {Record<string, string>} headers */
const response = (body, headers) =>
  rawResponse(
    503,
    { 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'private, no-store', ...headers },
    body,
  );
