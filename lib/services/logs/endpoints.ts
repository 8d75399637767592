import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Limits } from '../limits/schema';
import { LogsRequest } from './logs-request';
import { ExecutionDetail, ExportedLog, LogDetail, LogSummary } from './schema';

const tag = 'Logs';

/** Returns the limits at the time of the response: they change while the logs stay the same. */
const limitsOf = ({ limits }: { limits: Limits }): Limits => limits;

export const listLogsEndpoint = defineEndpoint({
  id: 'listLogs',
  method: 'GET',
  path: '/api/v1/logs',
  summary: 'List execution logs, filtered, a page at a time',
  tag,
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
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
        'With `Accept: application/x-ndjson`: every matching row as a line of JSON, with ' +
        'the `errorCode` and `errorMessage` that ended a failed run, ' +
        'then one line `{"nextCursor", "resumeCursor", "limits"}`, ' +
        'or `{"error": problem}` when the export failed in the middle.',
      item: ExportedLog,
    },
  },
  live: limitsOf,
});

export const getLogEndpoint = defineEndpoint({
  id: 'getLog',
  method: 'GET',
  path: '/api/v1/logs/{id}',
  summary: 'Read one log',
  description:
    'With `largeOutput=shortened`, a `finalOutput` of more than 1 MiB is its beginning, ' +
    'as large outputs in `traceSpans` are: `{truncated: true, bytes, contentType, fileId: null, head}`.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
  rateLimit: 'logs',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ largeOutput: z.enum(['whole', 'shortened']).default('whole') }),
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
  keepsToWorkflows: true,
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
  description:
    'The bytes of one of a log’s `files`, as an attachment with the type its server gave it. ' +
    'A `Range` of one part is answered with 206 and that part; with `If-Range` only while the entity tag ' +
    'is still the same.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
  rateLimit: 'logs',
  params: z.object({ id: z.string(), fileId: z.string() }),
  status: 200,
  bytes: 'The bytes.',
  otherResponses: {
    206: { description: 'The part that `Range` names.' },
    304: { description: 'Unchanged since the entity tag in `If-None-Match`.' },
  },
  problems: ['range_not_satisfiable'],
});
