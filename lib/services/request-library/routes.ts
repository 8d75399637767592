import type { Operation } from '../../platform/http/operation';
import { operation } from '../access/operation';
import {
  deleteLibraryEndpoint,
  keepInLibraryEndpoint,
  listLibrariesEndpoint,
  readLibraryEndpoint,
  renameLibraryEndpoint,
} from './endpoints';
import { keepInLibrary } from './keep-in-library';
import { deleteLibrary, listLibraries, readLibrary, renameLibrary } from './kept-libraries';

export const requestLibraryRoutes: readonly Operation[] = [
  operation(listLibrariesEndpoint, (actor, { params }) => listLibraries(actor, params)),
  operation(keepInLibraryEndpoint, (actor, { params, body }) => keepInLibrary(actor, { ...params, ...body })),
  operation(readLibraryEndpoint, (actor, { params }) => readLibrary(actor, params)),
  operation(renameLibraryEndpoint, (actor, { params, body }) => renameLibrary(actor, { ...params, ...body })),
  operation(deleteLibraryEndpoint, async (actor, { params }) => void (await deleteLibrary(actor, params))),
];
