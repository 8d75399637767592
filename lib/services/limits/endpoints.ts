import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { PlanChoice, WorkspacePlan } from './schema';

const path = '/api/workspaces/{workspaceId}/plan';
const params = z.object({ workspaceId: z.string() });
const response = z.object({ data: WorkspacePlan });

export const getWorkspacePlanEndpoint = defineEndpoint({
  id: 'getWorkspacePlan',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/plan',
  movedFrom: path,
  summary: 'The workspace’s plan with its limits and usage',
  tag: 'Workspaces',
  auth: 'key',
  scope: 'logs:read',
  params,
  response,
});

export const setWorkspacePlanEndpoint = defineEndpoint({
  id: 'setWorkspacePlan',
  method: 'PUT',
  path,
  summary: 'Change the plan of the workspace’s owner; only for the installation’s owner',
  tag: 'Workspaces',
  auth: 'session',
  sessionOnly: { why: 'A plan is the owner’s contract.' },
  params,
  body: PlanChoice,
  response,
});
