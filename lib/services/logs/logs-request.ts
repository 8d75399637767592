/**
 * The parameters of the logs API. To add a filter:
 *
 * 1. Its parameter in `LogsParams`; the cursor is bound to it by itself. One that only says an existing
 *    filter in other words is translated in `resolve-filters.ts`, and steps 2, 3 and 5 are not needed.
 * 2. Its value in `log-scan.ts`, filled in `resolve-filters.ts`, and as "any" in the scans that
 *    `access-path.test.ts` and `index-use.db.test.ts` write out.
 * 3. Its condition in `scan-statements.ts`, also in the statements over `runtime.log_model`. A column that
 *    the indexes lack goes into the `INCLUDE` of each that leads a walk
 *    (docs/decisions/logs-at-ten-million.md).
 * 4. In `testing/`: `random-logs.ts` makes logs that differ in it and asks for it; `fuzz-query.ts` gets its
 *    values (`MAKERS`) and their meaning (`MEANT`). The same filter in plain code in `reference.db.test.ts`,
 *    cases in `list-logs.db.test.ts` and in `contract.db.test.ts` (`listLogs`). All of them run with
 *    `npm test -- db logs/reference logs/list-logs logs/fuzz http/contract`.
 * 5. A new column also in `bench/lib/load-logs.ts`.
 * 6. On screen: `log-filters.ts` and `value-filters.tsx` in `components/logs`.
 */

import { z } from 'zod';
import { Trigger } from '../../core/workflow/trigger';
import {
  countParam,
  cursorParam,
  instantParam,
  integerParam,
  listParam,
  numberParam,
  switchParam,
  textParam,
} from '../../platform/http/query-params';
import { LogLevel, LogStatus } from './schema';

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 1_000;

const LogsParams = z.strictObject({
  workspaceId: textParam(),
  workflowIds: listParam(textParam()).optional(),
  folderIds: listParam(textParam()).optional().describe('Sub-folders are included.'),
  triggers: listParam(Trigger).optional(),
  level: LogLevel.optional(),
  statuses: listParam(LogStatus)
    .optional()
    .describe(
      'How runs ended, finer than `level`: `warning` is of level `info`, `cancelled` of level `error`.',
    ),
  startDate: instantParam
    .optional()
    .describe(
      'Earliest `startedAt`, inclusive. A bare date is its first moment, midnight UTC; ' +
        'a time without a zone is UTC.',
    ),
  endDate: instantParam
    .optional()
    .describe(
      'Latest `startedAt`, inclusive. A bare date is its first moment, midnight UTC: ' +
        'for the whole day give the next one. A time without a zone is UTC.',
    ),
  executionId: textParam().optional(),
  minDurationMs: integerParam(0).optional(),
  maxDurationMs: integerParam(0).optional(),
  minCost: numberParam(0).optional().describe('In USD.'),
  maxCost: numberParam(0).optional().describe('In USD.'),
  model: textParam().optional().describe('Executions that used this AI model.'),
  limit: countParam
    .optional()
    .describe(
      `Rows per page: ${DEFAULT_PAGE_SIZE} unless given, and above ${MAX_PAGE_SIZE} counts as ` +
        `${MAX_PAGE_SIZE}. Rows in all when exporting as NDJSON: every row unless given.`,
    ),
  cursor: cursorParam.describe(
    '`nextCursor` or `resumeCursor` of an earlier response, unchanged. Empty is the first page.',
  ),
  order: z.enum(['desc', 'asc']).default('desc').describe('By `startedAt`, then `id`.'),
  details: z
    .enum(['basic', 'full'])
    .default('basic')
    .describe('`full` adds `workflow` and the whole `cost` to each item.'),
  includeTraceSpans: switchParam.default(false).describe('Adds `traceSpans` to each item.'),
  includeFinalOutput: switchParam.default(false).describe('Adds `finalOutput` to each item.'),
});
/** Both ends of a range are looked at together, beside whatever else is wrong. */
const inOrder = (min: keyof z.infer<typeof LogsParams>, max: keyof z.infer<typeof LogsParams>) =>
  z.refine<z.infer<typeof LogsParams>>(
    (query) => {
      const [least, most] = [query[min], query[max]];
      return typeof least !== 'number' || typeof most !== 'number' || least <= most;
    },
    { path: [min], message: `${min} is above ${max}: nothing can match.`, when: () => true },
  );

/** What a caller asks for. */
export const LogsRequest = LogsParams.check(
  inOrder('startDate', 'endDate'),
  inOrder('minDurationMs', 'maxDurationMs'),
  inOrder('minCost', 'maxCost'),
);
export type LogsRequest = z.infer<typeof LogsRequest>;

/** The same as a question for one page. */
export const LogsQuery = LogsRequest.transform(pageOf);
export type LogsQuery = ReturnType<typeof pageOf>;

export function pageOf(request: LogsRequest): LogsRequest & { limit: number } {
  return { ...request, limit: Math.min(request.limit ?? DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE) };
}
