import { z } from 'zod';
import { WorkflowSummary } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import { DeletedWorkflow, DeletionImpact } from './schema';

const Id = z.object({ id: z.string() });

/** Why no key may call these operations. */
const sessionOnly = {
  why: 'Deleting a workspace ends everything in it, its keys too, and is left to people.',
  instead: 'A key may call DELETE /api/v1/workflows/{id}.',
};

export const deleteWorkflowEndpoint = defineEndpoint({
  id: 'deleteWorkflow',
  method: 'DELETE',
  path: '/api/v1/workflows/{id}',
  summary: 'Delete a workflow; its logs are kept',
  description:
    'It can be restored for 30 days. Its webhook subscriptions are deleted, and their pending deliveries ' +
    'cancelled. Executions already accepted still run.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params: Id,
  query: z.strictObject({
    version: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Delete it only if this is still its version (409 otherwise).' }),
  }),
  status: 204,
  problems: ['conflict'],
});

export const listDeletedWorkflowsEndpoint = defineEndpoint({
  id: 'listDeletedWorkflows',
  method: 'GET',
  path: '/api/v1/deleted-workflows',
  summary: 'List the deleted workflows that can be restored',
  description: 'Workflows that were deleted in the last 30 days; the newest 1,000.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:read',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(DeletedWorkflow), ...NEXT_CURSOR }),
});

export const restoreWorkflowEndpoint = defineEndpoint({
  id: 'restoreWorkflow',
  method: 'POST',
  path: '/api/v1/deleted-workflows/{id}/restore',
  summary: 'Restore a deleted workflow',
  description:
    'With its draft, versions, addresses of webhooks and chats, schedules, webhook subscriptions, tests, ' +
    'pins, comments and limits of runs at once. It is on hold afterwards: release it when its triggers may ' +
    'start runs. 409 if another workflow or webhook has an external id of it now.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params: Id,
  response: z.object({ data: WorkflowSummary }),
  problems: ['conflict'],
});

export const purgeWorkflowEndpoint = defineEndpoint({
  id: 'purgeWorkflow',
  method: 'DELETE',
  path: '/api/v1/deleted-workflows/{id}',
  summary: 'Delete a deleted workflow for good; its logs are kept',
  description: 'It can’t be restored any more. This takes the role admin.',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:write',
  params: Id,
  status: 204,
});

export const deleteLogEndpoint = defineEndpoint({
  id: 'deleteLog',
  method: 'DELETE',
  path: '/api/v1/logs/{id}',
  summary: 'Delete a run',
  description:
    'Its log with texts, files and results, its webhook deliveries, and all references to it. Runs that it called ' +
    'stay. This takes the role admin. 409 while a webhook delivery of it has not ended, unless `deliveries` is ' +
    '`discard`.',
  tag: 'Logs',
  auth: 'key',
  scope: 'workflows:write',
  keepsToWorkflows: true,
  params: Id,
  query: z.strictObject({
    deliveries: z
      .enum(['keep', 'discard'])
      .default('keep')
      .describe('`discard`: deliveries that are still to be made are dropped.'),
  }),
  status: 204,
  problems: ['conflict'],
});

export const countWorkflowEndsEndpoint = defineEndpoint({
  id: 'workflowDeletionImpact',
  method: 'GET',
  path: '/api/v1/workflows/{id}/what-ends',
  movedFrom: '/api/workflows/{id}/what-ends',
  summary: 'What deleting a workflow also deletes',
  tag: 'Workflows',
  auth: 'key',
  scope: 'workflows:read',
  params: Id,
  response: z.object({ data: DeletionImpact }),
});

export const deleteWorkspaceEndpoint = defineEndpoint({
  id: 'deleteWorkspace',
  method: 'DELETE',
  path: '/api/workspaces/{id}',
  summary: 'Delete a workspace with everything in it',
  description: '`name` repeats the workspace’s name, typed by the person. Owner only.',
  tag: 'Workspaces',
  auth: 'session',
  sessionOnly,
  params: Id,
  body: z.strictObject({ name: z.string() }),
  status: 204,
});

export const countWorkspaceEndsEndpoint = defineEndpoint({
  id: 'workspaceDeletionImpact',
  method: 'GET',
  path: '/api/workspaces/{id}/what-ends',
  summary: 'What deleting a workspace also ends',
  tag: 'Workspaces',
  auth: 'session',
  sessionOnly,
  params: Id,
  response: z.object({ data: DeletionImpact }),
});
