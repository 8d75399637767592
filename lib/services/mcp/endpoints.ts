import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { OfferedTool, ToolDescription, ToolName } from './schema';

const tag = 'Tools for agents';
const path = '/api/v1/workflows/{id}/tool';
const params = z.object({ id: z.string() });
const response = z.object({ data: OfferedTool });

export const getToolEndpoint = defineEndpoint({
  id: 'getTool',
  method: 'GET',
  path,
  summary: 'How a workflow is offered as a tool',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params,
  response,
});

export const offerToolEndpoint = defineEndpoint({
  id: 'offerTool',
  method: 'PUT',
  path,
  summary: 'Offer a workflow as a tool',
  description:
    'MCP clients that connect to `/mcp/{workspaceId}` find it by this name, with an API key that may run ' +
    'workflows (`x-api-key`, or `Authorization: Bearer`). A call runs the live version and counts as a ' +
    'synchronous execution. The description is for the model; left empty, it is the workflow’s. ' +
    'Names are unique in a workspace (409).',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  body: z.strictObject({ name: ToolName, description: ToolDescription.default('') }),
  response,
  problems: ['quota_exceeded'],
});

export const withdrawToolEndpoint = defineEndpoint({
  id: 'withdrawTool',
  method: 'DELETE',
  path,
  summary: 'Offer a workflow no longer as a tool',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  response,
});
