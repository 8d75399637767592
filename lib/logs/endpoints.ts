import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { instantParam, integerParam, listParam, numberParam, switchParam } from '../http/query-params';
import { ExecutionDetail, Limits, LogDetail, LogLevel, LogSummary, Trigger } from './schema';

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 1_000;

const LogsParams = z.strictObject({
  workspaceId: z.string().min(1, 'Name the workspace whose logs you want.'),
  workflowIds: listParam(z.string()).optional(),
  folderIds: listParam(z.string()).optional().describe('Sub-folders are included.'),
  triggers: listParam(Trigger).optional(),
  level: LogLevel.optional(),
  startDate: instantParam.optional().describe('Earliest `startedAt`, inclusive.'),
  endDate: instantParam.optional().describe('Latest `startedAt`, inclusive.'),
  executionId: z.string().optional(),
  minDurationMs: integerParam(0).optional(),
  maxDurationMs: integerParam(0).optional(),
  minCost: numberParam(0).optional(),
  maxCost: numberParam(0).optional(),
  model: z.string().optional().describe('Executions that used this AI model.'),
  limit: integerParam(1)
    .default(DEFAULT_PAGE_SIZE)
    .transform((limit) => Math.min(limit, MAX_PAGE_SIZE))
    .describe(`Rows per page; above ${MAX_PAGE_SIZE} counts as ${MAX_PAGE_SIZE}.`),
  cursor: z.string().optional(),
  order: z.enum(['desc', 'asc']).default('desc'),
  details: z.enum(['basic', 'full']).default('basic'),
  includeTraceSpans: switchParam.default(false),
  includeFinalOutput: switchParam.default(false),
});
/** Both ends of a range are looked at together, beside whatever else is wrong. */
const inOrder = (min: keyof z.infer<typeof LogsParams>, max: keyof z.infer<typeof LogsParams>) =>
  z.refine<z.infer<typeof LogsParams>>(
    (query) => {
      const [least, most] = [query[min], query[max]];
      return typeof least !== 'number' || typeof most !== 'number' || least <= most;
    },
    { path: [min], message: `${min} lies above ${max}: nothing can match.`, when: () => true },
  );

export const LogsQuery = LogsParams.check(
  inOrder('startDate', 'endDate'),
  inOrder('minDurationMs', 'maxDurationMs'),
  inOrder('minCost', 'maxCost'),
);
export type LogsQuery = z.infer<typeof LogsQuery>;

const tag = 'Logs';

export const listLogsEndpoint = defineEndpoint({
  id: 'listLogs',
  method: 'GET',
  path: '/api/v1/logs',
  summary: 'List execution logs, filtered, a page at a time',
  tag,
  auth: 'key',
  scope: 'logs:read',
  query: LogsQuery,
  response: z.object({
    data: z.array(LogSummary),
    nextCursor: z.string().nullable(),
    resumeCursor: z.string().optional(),
    limits: Limits,
  }),
});

export const getLogEndpoint = defineEndpoint({
  id: 'getLog',
  method: 'GET',
  path: '/api/v1/logs/{id}',
  summary: 'Read one log',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: z.object({ id: z.string() }),
  response: z.object({ data: LogDetail, limits: Limits }),
});

export const getExecutionDetailEndpoint = defineEndpoint({
  id: 'getExecutionDetail',
  method: 'GET',
  path: '/api/v1/logs/executions/{executionId}',
  summary: 'Read one execution and the workflow as it ran',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: z.object({ executionId: z.string() }),
  response: ExecutionDetail,
});
