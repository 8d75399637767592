import { z } from 'zod';
import { Trigger } from '../../core/workflow/trigger';
import { defineEndpoint } from '../../platform/http/endpoint';
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
import { Limits } from '../limits/schema';
import { ExecutionDetail, LogDetail, LogLevel, LogSummary } from './schema';

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 1_000;

const LogsParams = z.strictObject({
  workspaceId: textParam(),
  workflowIds: listParam(textParam()).optional(),
  folderIds: listParam(textParam()).optional().describe('Sub-folders are included.'),
  triggers: listParam(Trigger).optional(),
  level: LogLevel.optional(),
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

const tag = 'Logs';

/** Limits are as of the answer: they change while the logs stay the same. */
const limitsOf = ({ limits }: { limits: Limits }): Limits => limits;

export const listLogsEndpoint = defineEndpoint({
  id: 'listLogs',
  method: 'GET',
  path: '/api/v1/logs',
  summary: 'List execution logs, filtered, a page at a time',
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  query: LogsRequest,
  response: z.object({
    data: z.array(LogSummary),
    nextCursor: z
      .string()
      .nullable()
      .describe(
        'Null when there is nothing more. In `asc` order the last cursor can be used again: ' +
          'it also returns what has finished since.',
      ),
    resumeCursor: z
      .string()
      .optional()
      .describe(
        'On the last page in `asc` order: passed as `cursor` later, ' +
          'it returns exactly what has finished since.',
      ),
    limits: Limits,
  }),
  problems: ['cursor_expired'],
  streams: {
    'application/x-ndjson': {
      description:
        'With `Accept: application/x-ndjson`: every matching row as a line of JSON, ' +
        'then one line `{"nextCursor", "resumeCursor", "limits"}`, ' +
        'or `{"error": problem}` when the export failed in the middle.',
      item: LogSummary,
    },
  },
  live: limitsOf,
});

export const getLogEndpoint = defineEndpoint({
  id: 'getLog',
  method: 'GET',
  path: '/api/v1/logs/{id}',
  summary: 'Read one log',
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  params: z.object({ id: z.string() }),
  response: z.object({ data: LogDetail, limits: Limits }),
  live: limitsOf,
});

export const getExecutionDetailEndpoint = defineEndpoint({
  id: 'getExecutionDetail',
  method: 'GET',
  path: '/api/v1/logs/executions/{executionId}',
  summary: 'Read one execution and the workflow as it ran',
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  params: z.object({ executionId: z.string() }),
  response: ExecutionDetail,
  live: limitsOf,
});

export const getLogFileEndpoint = defineEndpoint({
  id: 'getLogFile',
  method: 'GET',
  path: '/api/v1/logs/{id}/files/{fileId}',
  summary: 'Download a file of a run',
  description: 'The bytes of one of a log’s `files`, as an attachment with the type its server gave it.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  params: z.object({ id: z.string(), fileId: z.string() }),
  status: 200,
  bytes: 'The bytes.',
  otherResponses: { 304: { description: 'Unchanged since the entity tag in `If-None-Match`.' } },
});
