import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { CHANGED, CREATED, ExternalId } from '../external-ids/schema';
import { Connection, EditedConnection } from './schema';

const tag = 'Connections';
const path = '/api/v1/workspaces/{workspaceId}/connections';
const before = '/api/workspaces/{workspaceId}/connections';
const params = z.object({ workspaceId: z.string() });
const ofOne = params.extend({ id: z.string() });
const response = z.object({ data: Connection });

export const listConnectionsEndpoint = defineEndpoint({
  id: 'listConnections',
  method: 'GET',
  path,
  movedFrom: before,
  tag,
  auth: 'key',
  scope: 'connections:use',
  params,
  query: z.strictObject(PAGE_PARAMS),
  summary: 'A workspace’s connections, without secrets and tokens',
  /** `redirectUri`: the URL to register with a provider. */
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Connection), ...NEXT_CURSOR, redirectUri: z.string() }),
});

export const createConnectionEndpoint = defineEndpoint({
  id: 'createConnection',
  method: 'POST',
  path,
  movedFrom: before,
  tag,
  auth: 'key',
  scope: 'connections:write',
  params,
  response,
  summary: 'Create a connection',
  status: 201,
  body: EditedConnection,
});

const KeptConnection = z.object({ data: Connection, changed: CHANGED });

export const putConnectionEndpoint = defineEndpoint({
  id: 'putConnection',
  method: 'PUT',
  path: `${path}/by-external-id/{externalId}`,
  tag,
  auth: 'key',
  scope: 'connections:write',
  params: params.extend({ externalId: ExternalId }),
  summary: 'Create a connection, or make it as given',
  description:
    'What is left out has its default; the secret stays as it is. When nothing differs, nothing is written.',
  body: EditedConnection,
  response: KeptConnection,
  otherResponses: { 201: { description: CREATED, schema: KeptConnection } },
});

export const updateConnectionEndpoint = defineEndpoint({
  id: 'updateConnection',
  method: 'PUT',
  path: `${path}/{id}`,
  movedFrom: `${before}/{id}`,
  tag,
  auth: 'key',
  scope: 'connections:write',
  response,
  summary: 'Change a connection',
  params: ofOne,
  body: EditedConnection,
});

export const deleteConnectionEndpoint = defineEndpoint({
  id: 'deleteConnection',
  method: 'DELETE',
  path: `${path}/{id}`,
  movedFrom: `${before}/{id}`,
  tag,
  auth: 'key',
  scope: 'connections:write',
  summary: 'Delete a connection',
  params: ofOne,
  status: 204,
});

export const connectEndpoint = defineEndpoint({
  id: 'connect',
  method: 'POST',
  path: `${before}/{id}/connect`,
  tag,
  auth: 'session',
  sessionOnly: {
    why: 'The provider asks a person, in the same browser.',
    instead: 'A key may call POST /api/v1/workspaces/{workspaceId}/connections.',
  },
  summary: 'Get access: client credentials at once, else at the provider’s page',
  params: ofOne,
  /** `own`: the provider's page is opened in a window of its own, which closes itself at the end. */
  body: z.strictObject({ window: z.enum(['same', 'own']).default('same') }),
  /** `authorizeUrl`: the URL the person has to open; null when it is connected now. */
  response: z.object({ data: z.object({ authorizeUrl: z.string().nullable() }) }),
});

export const disconnectEndpoint = defineEndpoint({
  id: 'disconnect',
  method: 'POST',
  path: `${path}/{id}/disconnect`,
  movedFrom: `${before}/{id}/disconnect`,
  tag,
  auth: 'key',
  scope: 'connections:write',
  response,
  summary: 'Forget a connection’s tokens',
  params: ofOne,
  body: z.strictObject({}),
});

export const connectionUsesEndpoint = defineEndpoint({
  id: 'connectionUses',
  method: 'GET',
  path: `${path}/{id}/uses`,
  movedFrom: `${before}/{id}/uses`,
  tag,
  auth: 'key',
  scope: 'connections:use',
  summary: 'Which workflows use a connection',
  params: ofOne,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })), ...NEXT_CURSOR }),
});

export const CALLBACK_PATH = '/api/connections/callback';

/** A browser shows the answer, so a parameter that can't be read counts as absent instead of being refused. */
const sentBack = (maxCharacters: number) => z.string().max(maxCharacters).optional().catch(undefined);

/** The URL a provider sends the person back to; it may add parameters of its own. */
export const connectionCallbackEndpoint = defineEndpoint({
  id: 'connectionCallback',
  method: 'GET',
  path: CALLBACK_PATH,
  tag,
  auth: 'public',
  summary: 'The way back from a provider',
  query: z.looseObject({
    state: sentBack(512),
    code: sentBack(16_384),
    error: sentBack(1_024),
    error_description: sentBack(16_384),
  }),
  takesFirst: true,
  status: 303,
});
