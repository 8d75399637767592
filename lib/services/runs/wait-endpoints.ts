import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { cursorParam, integerParam, listParam, textParam } from '../../platform/http/query-params';
import { OpenWait, WaitPage } from './wait-schema';

const tag = 'Executions';
const MAX_PAGE = 200;
const MAX_ANSWER_BYTES = 1024 * 1024;

export const listWaitsEndpoint = defineEndpoint({
  id: 'listWaits',
  method: 'GET',
  path: '/api/v1/waits',
  summary: 'List what waits for an answer',
  description:
    'Approvals and callbacks of runs under way, the newest first, each with the page to answer on. Of one ' +
    'workspace, or of all in which the caller may run workflows.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  keepsToWorkflows: true,
  query: z.strictObject({
    workspaceId: textParam().optional(),
    workflowIds: listParam(textParam()).optional(),
    kinds: listParam(OpenWait.shape.kind)
      .optional()
      .describe('Looked for among the waits that `limit` lets through.'),
    limit: integerParam(1, MAX_PAGE).default(MAX_PAGE),
    cursor: cursorParam,
  }),
  problems: ['cursor_invalid'],
  response: z.object({
    data: z.array(OpenWait),
    hasMore: z.boolean().meta({ description: 'Whether there are older ones.', examples: [false] }),
    nextCursor: z.string().nullable(),
  }),
});

const LinkToken = z.object({ token: z.string().meta({ description: 'The last part of the link.' }) });

export const getWaitEndpoint = defineEndpoint({
  id: 'getWait',
  method: 'GET',
  path: '/api/v1/waits/{token}',
  summary: 'What a link of a Wait block asks for',
  description: 'Reading it changes nothing.',
  tag,
  auth: 'public',
  params: LinkToken,
  response: WaitPage,
  problems: ['not_found', 'rate_limited'],
});

export const answerWaitEndpoint = defineEndpoint({
  id: 'answerWait',
  method: 'POST',
  path: '/api/v1/waits/{token}',
  summary: 'Answer a Wait block, once',
  description:
    'Of an approval `{"decision": "approved" | "rejected", "data": {…}}`. A callback takes what programs ' +
    'send: JSON of any kind, a form, or text, which becomes `<wait.data>`. A second answer is 409.',
  tag,
  auth: 'public',
  params: LinkToken,
  body: z.unknown(),
  takesAnyBody: true,
  maxBodyBytes: MAX_ANSWER_BYTES,
  response: WaitPage,
  problems: ['not_found', 'conflict', 'rate_limited'],
  exactNumbers: true,
});

export const putWaitAnswerEndpoint = defineEndpoint({
  ...answerWaitEndpoint,
  id: 'putWaitAnswer',
  method: 'PUT',
  summary: 'Answer a Wait block, once, for programs that PUT',
});
