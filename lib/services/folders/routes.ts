import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
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
  listOperation(listFoldersEndpoint, newestFirst, (actor, { query }) => listFolders(actor, query)),
  operation(createFolderEndpoint, createFolder),
  operation(updateFolderEndpoint, updateFolder),
  operation(deleteFolderEndpoint, deleteFolder),
];
