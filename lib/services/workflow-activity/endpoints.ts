import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { WorkflowActivity } from './schema';

export const listWorkflowActivityEndpoint = defineEndpoint({
  id: 'listWorkflowActivity',
  method: 'GET',
  path: '/api/workspaces/{workspaceId}/workflow-activity',
  summary: 'Read of each workflow its last run, what waits, and when it runs next',
  tag: 'Workflows',
  auth: 'session',
  sessionOnly: {
    why: 'It sums up runs for the list of workflows on the page.',
    instead: 'A key may call GET /api/v1/logs.',
  },
  params: z.object({ workspaceId: z.string() }),
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(WorkflowActivity), ...NEXT_CURSOR }),
});
