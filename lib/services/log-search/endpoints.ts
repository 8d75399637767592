import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Limits } from '../limits/schema';
import { FoundLog, LogSearchRequest, Searched } from './schema';

export const searchLogsEndpoint = defineEndpoint({
  id: 'searchLogs',
  method: 'GET',
  path: '/api/v1/logs/search',
  summary: 'Search the inputs, outputs and error messages of logs, newest first',
  description:
    'No index is read, but the logs themselves, for about a second an answer: an answer may hold few ' +
    'matches, or none, and yet a `nextCursor` to search on with. `searched` says how far it came.',
  tag: 'Logs',
  auth: 'key',
  scope: 'logs:read',
  keepsToWorkflows: true,
  rateLimit: 'logs',
  query: LogSearchRequest,
  response: z.object({
    data: z.array(FoundLog),
    nextCursor: z.string().nullable().describe('Null when all is searched.'),
    searched: Searched,
    limits: Limits,
  }),
  problems: ['cursor_expired'],
  live: ({ limits }) => limits,
});
