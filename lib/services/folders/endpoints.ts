import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import { CHANGED, CREATED, ExternalId } from '../external-ids/schema';
import { DeletedFolder, Folder, FolderName } from './schema';

const tag = 'Folders';
const Id = z.object({ id: z.string() });

export const listFoldersEndpoint = defineEndpoint({
  id: 'listFolders',
  method: 'GET',
  path: '/api/v1/folders',
  summary: 'List the folders of a workspace',
  description: 'All of them in one flat list, by name; `parentId` makes the tree.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Folder), ...NEXT_CURSOR }),
});

export const createFolderEndpoint = defineEndpoint({
  id: 'createFolder',
  method: 'POST',
  path: '/api/v1/folders',
  summary: 'Create a folder',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  body: z.strictObject({
    workspaceId: z.string(),
    name: FolderName,
    parentId: z.string().nullable().default(null),
  }),
  response: z.object({ data: Folder }),
  status: 201,
});

const KeptFolder = z.object({ data: Folder, changed: CHANGED });

export const putFolderEndpoint = defineEndpoint({
  id: 'putFolder',
  method: 'PUT',
  path: '/api/v1/folders/by-external-id/{externalId}',
  summary: 'Create a folder, or make it as given',
  description: 'What is left out has its default. When nothing differs, nothing is written.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: z.object({ externalId: ExternalId }),
  body: z.strictObject({
    workspaceId: z.string(),
    name: FolderName,
    parentId: z.string().nullable().default(null),
  }),
  response: KeptFolder,
  otherResponses: { 201: { description: CREATED, schema: KeptFolder } },
});

export const updateFolderEndpoint = defineEndpoint({
  id: 'updateFolder',
  method: 'PATCH',
  path: '/api/v1/folders/{id}',
  summary: 'Rename or move a folder',
  description: '`parentId: null` moves it to the top. A move into itself or a folder below it is refused.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Id,
  body: z.strictObject({ name: FolderName.optional(), parentId: z.string().nullable().optional() }),
  response: z.object({ data: Folder }),
});

export const deleteFolderEndpoint = defineEndpoint({
  id: 'deleteFolder',
  method: 'DELETE',
  path: '/api/v1/folders/{id}',
  summary: 'Delete a folder; everything in it moves to its parent',
  description: 'It can be restored for 30 days.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Id,
  status: 204,
});

export const listDeletedFoldersEndpoint = defineEndpoint({
  id: 'listDeletedFolders',
  method: 'GET',
  path: '/api/v1/deleted-folders',
  summary: 'List the deleted folders that can be restored',
  description: 'Folders that were deleted in the last 30 days; the newest 1,000.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(DeletedFolder), ...NEXT_CURSOR }),
});

export const restoreFolderEndpoint = defineEndpoint({
  id: 'restoreFolder',
  method: 'POST',
  path: '/api/v1/deleted-folders/{id}/restore',
  summary: 'Restore a deleted folder',
  description:
    'Where it was, or at the top if that folder is deleted too. What lay in it is put back, unless somebody has ' +
    'moved it elsewhere since. 409 if another folder has its external id now.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: Id,
  response: z.object({ data: Folder }),
  problems: ['conflict'],
});
