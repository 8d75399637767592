import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { Variable, VariableName, VariableValue } from './schema';

const tag = 'Variables';

const SetVariable = z.strictObject({
  value: VariableValue.optional().describe(
    'What drafts use, and live versions too while they have no value of their own. A new variable needs it.',
  ),
  liveValue: VariableValue.nullable()
    .optional()
    .describe('What live versions use; null: the same as drafts.'),
  plain: z
    .boolean()
    .optional()
    .describe(
      'Readable by every member and not masked in logs. Unless given: as it was, ' +
        'and a new one is a secret. What was secret needs its values given anew to become readable.',
    ),
});
export type SetVariable = z.infer<typeof SetVariable>;

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
  body: SetVariable,
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
