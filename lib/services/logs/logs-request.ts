/** The parameters of the list of logs: its filters (`log-filters.ts`) and options of the response. */

import { z } from 'zod';
import { choiceParam, countParam, cursorParam, switchParam } from '../../platform/http/query-params';
import { filteredRequest } from './log-filters';

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 1_000;

/** The request as the caller sends it. */
export const LogsRequest = filteredRequest({
  limit: countParam
    .optional()
    .describe(
      `Rows per page: ${DEFAULT_PAGE_SIZE} unless given, and above ${MAX_PAGE_SIZE} counts as ` +
        `${MAX_PAGE_SIZE}. Rows in all when exporting as NDJSON: every row unless given.`,
    ),
  cursor: cursorParam.describe(
    '`nextCursor` or `resumeCursor` of an earlier response, unchanged. Empty is the first page.',
  ),
  begin: choiceParam(['now'])
    .optional()
    .describe(
      'With `order=asc` and without `cursor`: an empty page, whose `resumeCursor` returns what finishes from now on.',
    ),
  order: z.enum(['desc', 'asc']).default('desc').describe('By `startedAt`, then `id`.'),
  details: z
    .enum(['basic', 'full'])
    .default('basic')
    .describe('`full` adds `workflow`, the whole `cost` and the `error` that ended it to each item.'),
  includeTraceSpans: switchParam.default(false).describe('Adds `traceSpans` to each item.'),
  includeFinalOutput: switchParam.default(false).describe('Adds `finalOutput` to each item.'),
});
export type LogsRequest = z.infer<typeof LogsRequest>;

/** The request for one page. */
export const LogsQuery = LogsRequest.transform(pageOf);
export type LogsQuery = ReturnType<typeof pageOf>;

export function pageOf(request: LogsRequest): LogsRequest & { limit: number } {
  return { ...request, limit: Math.min(request.limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) };
}
