import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { LogValues, LogValuesRequest } from './schema';

export const getLogValuesEndpoint = defineEndpoint({
  id: 'getLogValues',
  method: 'GET',
  path: '/api/workspaces/{workspaceId}/log-values',
  summary: 'Read values of the inputs and outputs of some runs',
  tag: 'Logs',
  auth: 'session',
  sessionOnly: {
    why: 'It writes shortened values into the table of logs on the page.',
    instead: 'A key may call GET /api/v1/logs with includeTraceSpans and includeFinalOutput.',
  },
  params: z.object({ workspaceId: z.string() }),
  query: LogValuesRequest,
  response: z.object({
    data: z.array(LogValues).meta({
      description: 'In the order of the request. The last logs are absent where one answer can’t hold them.',
    }),
  }),
});
