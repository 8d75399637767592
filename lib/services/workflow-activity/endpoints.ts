import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { WorkflowActivity } from './schema';

export const listWorkflowActivityEndpoint = defineEndpoint({
  id: 'listWorkflowActivity',
  method: 'GET',
  path: '/api/workspaces/{workspaceId}/workflow-activity',
  summary: 'Read of each workflow its last run, what waits, and when it runs next',
  tag: 'Workflows',
  auth: 'session',
  params: z.object({ workspaceId: z.string() }),
  response: z.object({ data: z.array(WorkflowActivity) }),
});
