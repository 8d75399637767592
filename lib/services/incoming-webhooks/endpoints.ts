import { z } from 'zod';
import { BlockId } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { RunAccepted, RunResult, RunStreamEvent } from '../runs/schema';
import {
  HookAddress,
  HookListenEvent,
  HookOutcomeCount,
  HookRequestDetail,
  HookRequestSummary,
} from './schema';

const tag = 'Webhook triggers';
const path = '/api/v1/workflows/{id}/hooks/{blockId}';
const params = z.object({ id: z.string(), blockId: BlockId });
const response = z.object({ data: HookAddress });

export const ensureHookEndpoint = defineEndpoint({
  id: 'ensureHook',
  method: 'PUT',
  path,
  summary: 'The URL of a Webhook block',
  description:
    'Makes it the first time. Requests to it start runs of the live version; who has it may send them.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  response,
});

export const replaceHookEndpoint = defineEndpoint({
  id: 'replaceHook',
  method: 'POST',
  path: `${path}/replace`,
  summary: 'Replace the URL of a Webhook block',
  description: 'The URL before is unknown from then on.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  response,
});

export const listHookRequestsEndpoint = defineEndpoint({
  id: 'listHookRequests',
  method: 'GET',
  path: `${path}/requests`,
  summary: 'Test requests to a Webhook block',
  description:
    'The latest 20 of the last day that came to the URL with `/test` behind it while somebody listened, ' +
    'the newest first; and what became of the requests to the URL itself.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({
    data: z.array(HookRequestSummary),
    ...NEXT_CURSOR,
    outcomes: z.array(HookOutcomeCount),
  }),
});

/** The event stream of a run that is waited for or watched. */
const runStreams = {
  'text/event-stream': {
    description: 'With `Accept: text/event-stream`: events as the run goes on.',
    item: RunStreamEvent,
  },
};
const parked = { 202: { description: 'The run is parked and goes on later.', schema: RunAccepted } };
const requestParams = params.extend({ requestId: z.string() });

export const getHookRequestEndpoint = defineEndpoint({
  id: 'getHookRequest',
  method: 'GET',
  path: `${path}/requests/{requestId}`,
  summary: 'Read a test request',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: requestParams,
  response: z.object({ data: HookRequestDetail }),
});

export const listenToHookEndpoint = defineEndpoint({
  id: 'listenToHook',
  method: 'POST',
  path: `${path}/listen`,
  summary: 'Listen for test requests',
  description:
    'With `Accept: text/event-stream`, requests to the URL with `/test` behind it are stored while ' +
    'the stream is open. It ends by itself after 25 seconds: open it again to go on; nothing is missed ' +
    'meanwhile. Otherwise they are stored for 40 seconds.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  response: HookListenEvent,
  streams: { 'text/event-stream': { description: 'One event in each `data`.', item: HookListenEvent } },
  problems: ['conflict'],
});

export const runHookRequestEndpoint = defineEndpoint({
  id: 'runHookRequest',
  method: 'POST',
  path: `${path}/requests/{requestId}/run`,
  summary: 'Run the draft with a test request',
  description: 'As if the request had come just now and passed all checks. Waits for the end.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: requestParams,
  response: RunResult,
  problems: ['usage_exceeded', 'rate_limited', 'conflict'],
  streams: runStreams,
  otherResponses: parked,
});
