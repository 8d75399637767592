import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { WorkspacePlan } from './schema';

export const getWorkspacePlanEndpoint = defineEndpoint({
  id: 'getWorkspacePlan',
  method: 'GET',
  path: '/api/workspaces/{workspaceId}/plan',
  summary: 'The workspace’s plan with its limits and usage',
  tag: 'Workspaces',
  auth: 'session',
  params: z.object({ workspaceId: z.string() }),
  response: z.object({ data: WorkspacePlan }),
});
