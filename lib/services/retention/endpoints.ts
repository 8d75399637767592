import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NewRetention, Retention } from './schema';

const tag = 'Workspaces';
const path = '/api/v1/workspaces/{workspaceId}/retention';
const params = z.object({ workspaceId: z.string() });
const response = z.object({ data: Retention });

export const getRetentionEndpoint = defineEndpoint({
  id: 'getRetention',
  method: 'GET',
  path,
  summary: 'How long a workspace keeps logs and what they hold',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params,
  response,
});

export const setRetentionEndpoint = defineEndpoint({
  id: 'setRetention',
  method: 'PUT',
  path,
  summary: 'Choose how long a workspace keeps logs and what they hold',
  description:
    'Replaces the settings: what is left out is as the plan says. What is older is deleted within six hours, and ' +
    'can’t be restored. A plan is the most: more days than it keeps are refused. For admins.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params,
  body: NewRetention,
  response,
});
