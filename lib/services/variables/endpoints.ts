import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { CHANGED } from '../external-ids/schema';
import { Variable, VariableChange, VariableName, VariableValue } from './schema';

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
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Variable), ...NEXT_CURSOR }),
});

export const setVariableEndpoint = defineEndpoint({
  id: 'setVariable',
  method: 'PUT',
  path: '/api/v1/workspaces/{workspaceId}/variables/{name}',
  summary: 'Create a variable or replace its values',
  description:
    'A variable has a value for drafts and, if you give it one, another for live versions. ' +
    'What is left out stays as it is. When nothing differs, nothing is written.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ workspaceId: z.string(), name: VariableName }),
  body: VariableChange,
  response: z.object({ data: Variable, changed: CHANGED }),
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

export const variableUsesEndpoint = defineEndpoint({
  id: 'variableUses',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/variables/{name}/uses',
  movedFrom: '/api/workspaces/{workspaceId}/variables/{name}/uses',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  summary: 'Which workflows use a variable',
  params: z.object({ workspaceId: z.string(), name: z.string() }),
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })), ...NEXT_CURSOR }),
});

const MAX_COMPARED = 50;

/** A POST, so that no value is in a URL. */
export const sameValueEndpoint = defineEndpoint({
  id: 'variablesOfSameValue',
  method: 'POST',
  path: '/api/workspaces/{workspaceId}/variables/same-value',
  tag,
  auth: 'session',
  sessionOnly: {
    why: 'It says whether a secret has a certain value, which a program could guess by.',
    instead: 'A key may call GET /api/v1/workspaces/{workspaceId}/variables.',
  },
  summary: 'Which variables hold these values already',
  params: z.object({ workspaceId: z.string() }),
  body: z.strictObject({ values: z.array(VariableValue).max(MAX_COMPARED) }),
  response: z.object({ data: z.array(z.string().nullable()) }),
});
