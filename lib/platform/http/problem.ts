import { AppError, ERROR_STATUS, isAppError } from '../errors';
import { logger } from '../logging/logger';
import { metrics } from '../metrics/metrics';
import { databaseFault } from '../postgres/database-faults';
import { reportDatabaseFault } from '../postgres/report-database-fault';
import { type Reply, reply } from './reply';
import type { RequestIds } from './request-ids';

/** A problem document of RFC 9457, plus `error` for clients that only look for a string. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors: Array<{ param: string; code: string; message: string; docs?: string }>;
  error: string;
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not authenticated',
  402: 'Usage limit reached',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload too large',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Request header fields too large',
  501: 'Not implemented',
  503: 'Unavailable',
};

export const titleOf = (status: number): string => TITLES[status] ?? 'Internal error';

/**
 * Returns an expected failure unchanged; anything else becomes a generic 500 whose cause is in the server's
 * log under the request id.
 */
export function problemReply(error: unknown, ids: RequestIds): Reply {
  const { problem, headers } = toProblem(error, ids);
  return reply(problem, problem.status, {
    ...headers,
    'content-type': 'application/problem+json',
    'cache-control': 'private, no-store',
  });
}

/** Returns the document itself, for responses that had begun as a success. */
export function toProblem(
  error: unknown,
  ids: RequestIds,
): { problem: Problem; headers: Record<string, string> } {
  const known = isAppError(error) ? error : hidden(error, ids);
  metrics().problemAnswered(known.code);
  const status = ERROR_STATUS[known.code];
  const problem: Problem = {
    type: `/docs#error-${known.code}`,
    title: titleOf(status),
    status,
    detail: known.message,
    code: known.code,
    requestId: ids.requestId,
    errors: known.issues,
    error: known.message,
  };
  return {
    problem: { ...known.extensions, ...problem },
    headers: { ...waitBefore(known.code), ...known.headers },
  };
}

const RETRY_AFTER_SECONDS = '2';

const waitBefore = (code: AppError['code']): Record<string, string> =>
  code === 'unavailable' ? { 'retry-after': RETRY_AFTER_SECONDS } : {};

function hidden(error: unknown, { requestId, traceId }: RequestIds): AppError {
  if (databaseFault(error) !== null) {
    reportDatabaseFault('answer a request', error);
    return new AppError('unavailable', 'The database is not available at the moment. Try again.');
  }
  logger('http').error('a request failed because of an error in the server', { requestId, traceId, error });
  return new AppError(
    'internal',
    'Something went wrong on the server. The request id leads to the cause in the server’s log.',
  );
}
