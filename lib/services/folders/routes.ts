import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import { putGuards, replyOfPut } from '../external-ids/create-or-change';
import { createFolder } from './create-folder';
import { deleteFolder } from './delete-folder';
import {
  createFolderEndpoint,
  deleteFolderEndpoint,
  listDeletedFoldersEndpoint,
  listFoldersEndpoint,
  putFolderEndpoint,
  restoreFolderEndpoint,
  updateFolderEndpoint,
} from './endpoints';
import { listDeletedFolders } from './list-deleted-folders';
import { listFolders } from './list-folders';
import { putFolder } from './put-folder';
import { restoreFolder } from './restore-folder';
import { updateFolder } from './update-folder';

export const folderRoutes: readonly Operation[] = [
  listOperation(listFoldersEndpoint, newestFirst, (actor, { query }) => listFolders(actor, query)),
  operation(createFolderEndpoint, createFolder),
  operation(
    putFolderEndpoint,
    async (actor, { params, body }) => replyOfPut(await putFolder(actor, { ...body, ...params })),
    { guards: putGuards('folders', ['folder.created', 'folder.renamed', 'folder.moved']) },
  ),
  operation(updateFolderEndpoint, updateFolder),
  operation(deleteFolderEndpoint, deleteFolder),
  listOperation(listDeletedFoldersEndpoint, newestFirst, (actor, { query }) =>
    listDeletedFolders(actor, query),
  ),
  operation(restoreFolderEndpoint, restoreFolder),
];
