import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { PlanChoice, WorkspacePlan } from './schema';

const path = '/api/workspaces/{workspaceId}/plan';
const params = z.object({ workspaceId: z.string() });
const response = z.object({ data: WorkspacePlan });

export const getWorkspacePlanEndpoint = defineEndpoint({
  id: 'getWorkspacePlan',
  method: 'GET',
  path,
  summary: 'The workspace’s plan with its limits and usage',
  tag: 'Workspaces',
  auth: 'session',
  sessionOnly: {
    why: 'It is the page of a plan, with the usage of its owner.',
    instead: 'A key may read its limits in the headers of GET /api/v1/logs.',
  },
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
