import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import { SCOPES } from '../access/actor';
import { ApiKey, ApiKeyName, KEY_LIMITS, KeyOverlap } from './schema';

const tag = 'API keys';
const Id = z.object({ id: z.string() });

export const listApiKeysEndpoint = defineEndpoint({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api/v1/api-keys',
  movedFrom: '/api/api-keys',
  summary: 'Your API keys, or those of a service account, newest first, without revoked ones',
  tag,
  auth: 'key',
  scope: 'keys:write',
  keepsToWorkflows: true,
  query: z.strictObject({
    ...PAGE_PARAMS,
    serviceAccountId: textParam()
      .optional()
      .describe('Its `userId`; for admins of its workspace. Your own keys unless given.'),
  }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(ApiKey), ...NEXT_CURSOR }),
});

export const createApiKeyEndpoint = defineEndpoint({
  id: 'createApiKey',
  method: 'POST',
  path: '/api/v1/api-keys',
  movedFrom: '/api/api-keys',
  summary: 'Create an API key; `secret` is in this response only',
  tag,
  auth: 'key',
  scope: 'keys:write',
  keepsToWorkflows: true,
  body: z.strictObject({
    name: ApiKeyName,
    scopes: z.array(z.enum(SCOPES)).min(1, 'Choose at least one scope.'),
    workspaceIds: z.array(z.string()).min(1, 'Choose at least one workspace.').max(100),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullable()
      .default(null)
      .describe('Null: it does not expire.'),
    addresses: KEY_LIMITS.addresses.default(null),
    workflowIds: KEY_LIMITS.workflowIds.default(null),
    serviceAccountId: z
      .string()
      .optional()
      .describe(
        'The `userId` of the service account that owns the key, for admins of its workspace. You, unless given.',
      ),
  }),
  response: z.object({ data: ApiKey, secret: z.string() }),
  status: 201,
});

export const updateApiKeyEndpoint = defineEndpoint({
  id: 'updateApiKey',
  method: 'PATCH',
  path: '/api/v1/api-keys/{id}',
  movedFrom: '/api/api-keys/{id}',
  summary: 'Rename an API key, or change the addresses and workflows that it is limited to',
  tag,
  auth: 'key',
  scope: 'keys:write',
  keepsToWorkflows: true,
  params: Id,
  body: z.strictObject({
    name: ApiKeyName.optional(),
    addresses: KEY_LIMITS.addresses.optional(),
    workflowIds: KEY_LIMITS.workflowIds.optional(),
  }),
  response: z.object({ data: ApiKey }),
});

export const rotateApiKeyEndpoint = defineEndpoint({
  id: 'rotateApiKey',
  method: 'POST',
  path: '/api/v1/api-keys/{id}/rotation',
  movedFrom: '/api/api-keys/{id}/rotation',
  summary:
    'Replace a key with a new one; the old one works for a while longer; `secret` is in this response only',
  tag,
  auth: 'key',
  scope: 'keys:write',
  keepsToWorkflows: true,
  params: Id,
  body: z.strictObject({ overlap: KeyOverlap }),
  response: z.object({ data: ApiKey, secret: z.string() }),
  status: 201,
});

export const revokeApiKeyEndpoint = defineEndpoint({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/v1/api-keys/{id}',
  movedFrom: '/api/api-keys/{id}',
  summary: 'Revoke an API key, at once and for good',
  tag,
  auth: 'key',
  scope: 'keys:write',
  keepsToWorkflows: true,
  params: Id,
  status: 204,
});
