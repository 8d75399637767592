import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { cursorParam, integerParam, textParam } from '../../platform/http/query-params';
import { Effect } from './schema';

export const listEffectsEndpoint = defineEndpoint({
  id: 'listEffects',
  method: 'GET',
  path: '/api/v1/effects',
  summary: 'List what runs wrote to other servers',
  description:
    'The requests of runs with any method but GET, HEAD and OPTIONS that left this server. They are kept for runs ' +
    'with tags, for the runs that these call, and for workflows whose settings ask for it, as long as the logs. ' +
    'Give a tag, a host or an execution; of several, all must match. The newest runs come first.',
  tag: 'Effects',
  auth: 'key',
  scope: 'logs:read',
  query: z.strictObject({
    workspaceId: textParam(),
    tag: textParam(64)
      .optional()
      .describe('Effects of the runs with this tag, and of the runs that they called.'),
    host: textParam(300).optional().describe('With the port, unless it is the scheme’s own.'),
    execution: textParam().optional().describe('Effects of this execution, and of those that it called.'),
    limit: integerParam(1, 200).default(50),
    cursor: cursorParam,
  }),
  response: z.object({ data: z.array(Effect), nextCursor: z.string().nullable() }),
  problems: ['cursor_invalid'],
});
