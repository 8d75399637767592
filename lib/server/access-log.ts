import type { IncomingMessage, ServerResponse } from 'node:http';
import { isId } from '../platform/ids';
import { logger } from '../platform/logging/logger';
import { addressOf } from './address-of';

/** Tokens in addresses (webhooks, waits, invitations, passwords) have 22 characters or more. */
const MAX_SHOWN_SEGMENT = 20;
const MAX_PATH = 500;
/** Files of the build have hashes in their names. */
const OPEN_PREFIX = '/_next/static/';

/**
 * Writes one line for the request once it is answered or its client has left. The query is left out and so is
 * each part of the path that may be a token: both can open something.
 */
export function logAccess(request: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now();
  response.once('close', () => {
    const requestId = response.getHeader('x-request-id');
    logger('access').info('request', {
      ...(typeof requestId === 'string' && { requestId }),
      method: request.method,
      path: shownPath(request.url ?? '/'),
      status: response.headersSent ? response.statusCode : null,
      durationMs: Math.round(performance.now() - startedAt),
      address: addressOf(request),
      ...(!response.writableFinished && { aborted: true }),
    });
  });
}

/** Returns the path of a URL without its query and without tokens. */
export function shownPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  const shown = path.startsWith(OPEN_PREFIX) ? path : path.split('/').map(shownSegment).join('/');
  return shown.slice(0, MAX_PATH);
}

const shownSegment = (segment: string): string =>
  segment.length <= MAX_SHOWN_SEGMENT || isId(segment) ? segment : '…';
