import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { WorkflowActivity } from './schema';

export const listWorkflowActivityEndpoint = defineEndpoint({
  id: 'listWorkflowActivity',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/workflow-activity',
  movedFrom: '/api/workspaces/{workspaceId}/workflow-activity',
  summary: 'Read of each workflow its last run, what waits, and when it runs next',
  tag: 'Workflows',
  auth: 'key',
  scope: 'logs:read',
  params: z.object({ workspaceId: z.string() }),
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(WorkflowActivity), ...NEXT_CURSOR }),
});
