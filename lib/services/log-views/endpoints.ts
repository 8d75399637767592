import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { LogView, LogViewName, LogViewSearch } from './schema';

const tag = 'Logs';
const Workspace = z.object({ workspaceId: z.string() });
const View = z.object({ workspaceId: z.string(), viewId: z.string() });

export const listLogViewsEndpoint = defineEndpoint({
  id: 'listLogViews',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/log-views',
  movedFrom: '/api/workspaces/{workspaceId}/log-views',
  summary: 'List saved views of the logs: yours and the shared ones',
  tag,
  auth: 'key',
  scope: 'logs:read',
  params: Workspace,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(LogView), ...NEXT_CURSOR }),
});

export const createLogViewEndpoint = defineEndpoint({
  id: 'createLogView',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/log-views',
  movedFrom: '/api/workspaces/{workspaceId}/log-views',
  summary: 'Save a view of the logs',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Workspace,
  body: z.strictObject({ name: LogViewName, search: LogViewSearch, shared: z.boolean().default(false) }),
  response: z.object({ data: LogView }),
  status: 201,
});

export const updateLogViewEndpoint = defineEndpoint({
  id: 'updateLogView',
  method: 'PATCH',
  path: '/api/v1/workspaces/{workspaceId}/log-views/{viewId}',
  movedFrom: '/api/workspaces/{workspaceId}/log-views/{viewId}',
  summary: 'Rename a saved view, share it, or save other filters in it',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: View,
  body: z.strictObject({
    name: LogViewName.optional(),
    search: LogViewSearch.optional(),
    shared: z.boolean().optional(),
  }),
  response: z.object({ data: LogView }),
});

export const deleteLogViewEndpoint = defineEndpoint({
  id: 'deleteLogView',
  method: 'DELETE',
  path: '/api/v1/workspaces/{workspaceId}/log-views/{viewId}',
  movedFrom: '/api/workspaces/{workspaceId}/log-views/{viewId}',
  summary: 'Delete a saved view',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: View,
  status: 204,
});
