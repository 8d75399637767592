import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import { createFolder } from './create-folder';
import { deleteFolder } from './delete-folder';
import {
  createFolderEndpoint,
  deleteFolderEndpoint,
  listFoldersEndpoint,
  updateFolderEndpoint,
} from './endpoints';
import { listFolders } from './list-folders';
import { updateFolder } from './update-folder';

export const folderRoutes: readonly Operation[] = [
  operation(listFoldersEndpoint, (actor, { query }) => listFolders(actor, query)),
  operation(createFolderEndpoint, (actor, { body }) => createFolder(actor, body)),
  operation(updateFolderEndpoint, (actor, { params, body }) => updateFolder(actor, { ...body, ...params })),
  operation(deleteFolderEndpoint, async (actor, { params }) => void (await deleteFolder(actor, params))),
];
