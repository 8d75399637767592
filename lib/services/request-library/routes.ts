import { listOperation, newestFirst } from '../access/list-operation';
import { type Operation, operation } from '../access/operation';
import {
  deleteLibraryEndpoint,
  keepInLibraryEndpoint,
  listLibrariesEndpoint,
  readLibraryEndpoint,
  renameLibraryEndpoint,
} from './endpoints';
import { keepInLibrary } from './keep-in-library';
import { deleteLibrary, listLibraries, readLibrary, renameLibrary } from './libraries';

export const requestLibraryRoutes: readonly Operation[] = [
  listOperation(listLibrariesEndpoint, newestFirst, (actor, { params }) => listLibraries(actor, params)),
  operation(keepInLibraryEndpoint, keepInLibrary),
  operation(readLibraryEndpoint, (actor, { params }) => readLibrary(actor, params)),
  operation(renameLibraryEndpoint, renameLibrary),
  operation(deleteLibraryEndpoint, deleteLibrary),
];
