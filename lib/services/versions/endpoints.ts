import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { cursorParam, integerParam } from '../../platform/http/query-params';
import { VersionNote, WorkflowVersion, WorkflowVersionDetail } from './schema';

const tag = 'Versions';
const base = '/api/v1/workflows/{id}';
const OneWorkflow = z.object({ id: z.string() });
const OneVersion = OneWorkflow.extend({ number: z.string() });
const MAX_VERSIONS_PAGE = 100;

export const publishWorkflowEndpoint = defineEndpoint({
  id: 'publishWorkflow',
  method: 'POST',
  path: `${base}/publish`,
  summary: 'Publish the draft',
  description:
    'Makes the draft the next version, and that version live. A draft with errors is refused, ' +
    'and so is one that is the same as the live version (409). ' +
    'With `version`, the workflow’s own, a draft that was saved again since is refused with 409. ' +
    'So is one that fails tests, where the workspace publishes only with passing tests.',
  tag,
  auth: 'key',
  scope: 'workflows:publish',
  params: OneWorkflow,
  body: z.strictObject({ note: VersionNote.optional(), version: z.number().int().min(1).optional() }),
  response: z.object({ data: WorkflowVersion }),
  status: 201,
  problems: ['conflict'],
  problemMembers: {
    409: z.object({
      currentVersion: z.number().optional().describe('The stored version, when `version` is another.'),
      failedTests: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .optional()
        .describe('The tests that fail, when the workspace publishes only with passing tests.'),
    }),
  },
});

export const unpublishWorkflowEndpoint = defineEndpoint({
  id: 'unpublishWorkflow',
  method: 'POST',
  path: `${base}/unpublish`,
  summary: 'Take a workflow offline',
  description:
    'No version is live then. Starts without `version` are 409, and requests to its webhooks 410; its schedules and ' +
    'chats start nothing. Addresses and versions stay: publish, or make a version live, to go on. Runs that were ' +
    'accepted before go on. Of a workflow that is unpublished already it is no change.',
  tag,
  auth: 'key',
  scope: 'workflows:publish',
  params: OneWorkflow,
  problems: ['conflict'],
});

export const listVersionsEndpoint = defineEndpoint({
  id: 'listVersions',
  method: 'GET',
  path: `${base}/versions`,
  summary: 'List the versions of a workflow, newest first',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: OneWorkflow,
  query: z.strictObject({ cursor: cursorParam, limit: integerParam(1, MAX_VERSIONS_PAGE).default(25) }),
  response: z.object({ data: z.array(WorkflowVersion), nextCursor: z.string().nullable() }),
});

export const getVersionEndpoint = defineEndpoint({
  id: 'getVersion',
  method: 'GET',
  path: `${base}/versions/{number}`,
  summary: 'Read a version and its document',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: OneVersion,
  response: z.object({ data: WorkflowVersionDetail }),
});

export const makeVersionLiveEndpoint = defineEndpoint({
  id: 'makeVersionLive',
  method: 'POST',
  path: `${base}/versions/{number}/live`,
  summary: 'Make a version live',
  description:
    'To roll back, or forward again. The draft stays as it is. Once it is live, again is no change.',
  tag,
  auth: 'key',
  scope: 'workflows:publish',
  params: OneVersion,
  response: z.object({ data: WorkflowVersion }),
});
