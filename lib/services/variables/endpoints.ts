import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Variable, VariableChange, VariableName } from './schema';

const tag = 'Variables';

export const listVariablesEndpoint = defineEndpoint({
  id: 'listVariables',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/variables',
  summary: 'A workspace’s variables',
  description:
    'Values of secrets are write-only: they are encrypted at rest and never returned. ' +
    'Plain variables come with theirs.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: z.object({ workspaceId: z.string() }),
  response: z.object({ data: z.array(Variable) }),
});

export const setVariableEndpoint = defineEndpoint({
  id: 'setVariable',
  method: 'PUT',
  path: '/api/v1/workspaces/{workspaceId}/variables/{name}',
  summary: 'Create a variable or replace its values',
  description:
    'A variable has a value for drafts and, if you give it one, another for live versions. ' +
    'What is left out stays as it is.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ workspaceId: z.string(), name: VariableName }),
  body: VariableChange,
  response: z.object({ data: Variable }),
});

export const deleteVariableEndpoint = defineEndpoint({
  id: 'deleteVariable',
  method: 'DELETE',
  path: '/api/v1/workspaces/{workspaceId}/variables/{name}',
  summary: 'Delete a variable',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ workspaceId: z.string(), name: z.string() }),
  status: 204,
});
