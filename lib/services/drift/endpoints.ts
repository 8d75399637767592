import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import { Limits } from '../limits/schema';
import { DriftState, UpstreamChange } from './schema';

const tag = 'Logs';
const OneWorkflow = z.object({ id: z.string() });

/** Returns the limits at the time of the response: they change while the changes stay the same. */
const limitsOf = ({ limits }: { limits: Limits }): Limits => limits;

const answer = z.object({
  data: z.array(UpstreamChange).meta({ description: 'Newest first, 200 at most.' }),
  ...NEXT_CURSOR,
  state: DriftState,
  limits: Limits,
});

const description =
  'The shape of what API blocks receive is learnt from logs. A new null, another type, a missing field, ' +
  'another status or content type is reported once it is too frequent to be variety, with the references ' +
  'it touches. ' +
  'Of each block, as a draft and live, the request that was sent last is looked at.';

export const listDriftEndpoint = defineEndpoint({
  id: 'listDrift',
  method: 'GET',
  path: '/api/v1/drift',
  summary: 'List the changes of upstream answers in a workspace',
  description,
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: answer,
  live: limitsOf,
});

export const listWorkflowDriftEndpoint = defineEndpoint({
  id: 'listWorkflowDrift',
  method: 'GET',
  path: '/api/v1/workflows/{id}/drift',
  summary: 'List the changes of upstream answers in a workflow',
  description,
  tag,
  auth: 'key',
  scope: 'logs:read',
  rateLimit: 'logs',
  params: OneWorkflow,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: answer,
  live: limitsOf,
});

export const expectDriftEndpoint = defineEndpoint({
  id: 'expectDrift',
  method: 'POST',
  path: '/api/v1/workflows/{id}/drift/{changeId}/expected',
  summary: 'Mark a change of upstream answers as expected',
  description: 'Answers may have either shape from now on: it is no longer reported.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneWorkflow.extend({ changeId: z.string() }),
  status: 204,
});
