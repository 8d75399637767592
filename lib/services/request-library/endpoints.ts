import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import {
  LibraryEntries,
  LibraryFormat,
  LibraryName,
  LibraryText,
  LibraryUrl,
  MAX_LIBRARY_TEXT,
  RequestLibrary,
} from './schema';

const tag = 'Workflows';
const Workspace = z.object({ workspaceId: z.string() });
const Library = z.object({ workspaceId: z.string(), libraryId: z.string() });
/** Characters beyond ASCII take up to three bytes, escaped quotes two. */
const MOST_BYTES_A_CHARACTER = 3;

export const listLibrariesEndpoint = defineEndpoint({
  id: 'listRequestLibraries',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/request-library',
  movedFrom: '/api/workspaces/{workspaceId}/request-library',
  summary: 'List the documents and collections that a workspace keeps, with their requests',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: Workspace,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(RequestLibrary), ...NEXT_CURSOR }),
});

export const keepInLibraryEndpoint = defineEndpoint({
  id: 'keepInRequestLibrary',
  method: 'POST',
  path: '/api/v1/workspaces/{workspaceId}/request-library',
  movedFrom: '/api/workspaces/{workspaceId}/request-library',
  summary: 'Keep a document or collection',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Workspace,
  body: z.strictObject({
    name: LibraryName,
    format: LibraryFormat,
    text: LibraryText,
    url: LibraryUrl.optional(),
    entries: LibraryEntries,
  }),
  response: z.object({ data: RequestLibrary }),
  status: 201,
  maxBodyBytes: MOST_BYTES_A_CHARACTER * MAX_LIBRARY_TEXT,
});

export const readLibraryEndpoint = defineEndpoint({
  id: 'readRequestLibrary',
  method: 'GET',
  path: '/api/v1/workspaces/{workspaceId}/request-library/{libraryId}',
  movedFrom: '/api/workspaces/{workspaceId}/request-library/{libraryId}',
  summary: 'The text of a kept document or collection',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Library,
  response: z.object({ data: z.object({ text: z.string(), url: z.string().nullable() }) }),
});

export const renameLibraryEndpoint = defineEndpoint({
  id: 'renameRequestLibrary',
  method: 'PATCH',
  path: '/api/v1/workspaces/{workspaceId}/request-library/{libraryId}',
  movedFrom: '/api/workspaces/{workspaceId}/request-library/{libraryId}',
  summary: 'Rename a kept document or collection',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Library,
  body: z.strictObject({ name: LibraryName }),
  response: z.object({ data: RequestLibrary }),
});

export const deleteLibraryEndpoint = defineEndpoint({
  id: 'deleteRequestLibrary',
  method: 'DELETE',
  path: '/api/v1/workspaces/{workspaceId}/request-library/{libraryId}',
  movedFrom: '/api/workspaces/{workspaceId}/request-library/{libraryId}',
  summary: 'Delete a kept document or collection; blocks made from it stay',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Library,
  status: 204,
});
