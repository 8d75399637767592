import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { choiceParam, cursorParam, integerParam, textParam } from '../../platform/http/query-params';
import {
  BULK_OUTCOMES,
  BulkCount,
  BulkItem,
  BulkJob,
  BulkJobDetail,
  BulkSelection,
  NewBulkJob,
  PerSecond,
} from './schema';

const tag = 'Bulk jobs';
const path = '/api/v1/bulk';
const OneJob = z.object({ id: z.string() });
const Answer = z.object({ data: BulkJob });

export const countBulkEndpoint = defineEndpoint({
  id: 'countBulk',
  method: 'POST',
  path: `${path}/count`,
  summary: 'Count the runs that a bulk job would be about',
  tag,
  auth: 'key',
  scope: 'logs:read',
  body: z.strictObject({ workspaceId: z.string().max(200), select: BulkSelection }),
  response: z.object({ data: BulkCount }),
});

export const createBulkJobEndpoint = defineEndpoint({
  id: 'createBulkJob',
  method: 'POST',
  path,
  summary: 'Start a bulk job: run again, forecast, delete or cancel many runs',
  description:
    'Its runs are those that match now, each once. A key also needs `logs:read`, and for `delete`, which takes the ' +
    'role admin, `workflows:write`. New runs are queued like those of the API: the plan’s limits count them, and ' +
    'holds keep them. 409 while the same job is under way.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  body: NewBulkJob,
  response: Answer,
  status: 201,
  problems: ['conflict', 'quota_exceeded'],
});

export const listBulkJobsEndpoint = defineEndpoint({
  id: 'listBulkJobs',
  method: 'GET',
  path,
  summary: 'List the bulk jobs of a workspace',
  description: 'The newest first. Jobs are forgotten 30 days after they ended.',
  tag,
  auth: 'key',
  scope: 'logs:read',
  query: z.strictObject({
    workspaceId: textParam(),
    limit: integerParam(1, 200).default(50),
    cursor: cursorParam,
  }),
  response: z.object({ data: z.array(BulkJob), nextCursor: z.string().nullable() }),
  problems: ['cursor_invalid'],
});

export const getBulkJobEndpoint = defineEndpoint({
  id: 'getBulkJob',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a bulk job with its report',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: OneJob,
  response: z.object({ data: BulkJobDetail }),
});

export const listBulkItemsEndpoint = defineEndpoint({
  id: 'listBulkItems',
  method: 'GET',
  path: `${path}/{id}/items`,
  summary: 'List the runs of a bulk job, each with what became of it',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: OneJob,
  query: z.strictObject({
    outcome: choiceParam(BULK_OUTCOMES).optional().describe('Only runs with this outcome.'),
    blockId: textParam().optional().describe('Only runs whose outcome this block decided.'),
    limit: integerParam(1, 1_000).default(100),
    cursor: cursorParam,
  }),
  response: z.object({ data: z.array(BulkItem), nextCursor: z.string().nullable() }),
  problems: ['cursor_invalid'],
});

export const pauseBulkJobEndpoint = defineEndpoint({
  id: 'pauseBulkJob',
  method: 'POST',
  path: `${path}/{id}/pause`,
  summary: 'Pause a bulk job',
  description: 'Once this is answered, it starts nothing more. Runs that it has started go on.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: OneJob,
  response: Answer,
  problems: ['conflict'],
});

export const resumeBulkJobEndpoint = defineEndpoint({
  id: 'resumeBulkJob',
  method: 'POST',
  path: `${path}/{id}/resume`,
  summary: 'Resume a paused bulk job, or change its rate',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: OneJob,
  body: z.strictObject({ perSecond: PerSecond.optional() }),
  response: Answer,
  problems: ['conflict'],
});

export const stopBulkJobEndpoint = defineEndpoint({
  id: 'stopBulkJob',
  method: 'POST',
  path: `${path}/{id}/stop`,
  summary: 'Stop a bulk job for good',
  description: 'What it has done stays done.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: OneJob,
  response: Answer,
  problems: ['conflict'],
});
