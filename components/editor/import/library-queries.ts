import { queryOptions } from '@tanstack/react-query';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { listLibrariesEndpoint, readLibraryEndpoint } from '@/lib/services/request-library/endpoints';
import type { LibraryEntry, RequestLibrary } from '@/lib/services/request-library/schema';
import type { EditorStore } from '../store/editor-store';
import type { ImportTarget } from '../store/import-target';
import { allImporters } from './find-importer';
import { readImport } from './read-import';

/** The workspace's documents and collections, with their requests. */
export const librariesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'request-library'],
    queryFn: ({ signal }) => client.call(listLibrariesEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

export const importerFor = ({ format }: Pick<RequestLibrary, 'format'>) =>
  allImporters().find(({ importer }) => importer.id === format);

/** Returns the text of a saved document, with the address it was fetched from. */
export async function fetchLibraryText(workspaceId: string, { id: libraryId }: Pick<RequestLibrary, 'id'>) {
  const { data } = await client.call(readLibraryEndpoint, { params: { workspaceId, libraryId } });
  return { text: data.text, ...(data.url === null ? {} : { url: data.url }) };
}

/** Adds a request of the library as a block. Returns true if it was added. */
export async function takeFromLibrary(
  store: EditorStore,
  library: RequestLibrary,
  entry: LibraryEntry,
  target: ImportTarget,
): Promise<boolean> {
  const found = importerFor(library);
  if (found === undefined) {
    toast.warning(`This version can’t read “${library.name}”: delete it and import it again.`);
    return false;
  }
  try {
    const source = await fetchLibraryText(store.getState().workspaceId, library);
    return await readImport(store, found, { ...source, choice: entry.id }, target);
  } catch (error) {
    toast.error(error instanceof Error ? error.message : String(error));
    return false;
  }
}

const MOST_FOUND = 30;
const LEAST_CHARACTERS = 2;

export interface FoundEntry {
  library: RequestLibrary;
  entry: LibraryEntry;
}

/** Finds requests with every search word in name, method, path, folder or the library's name. */
export function findEntries(libraries: readonly RequestLibrary[], search: string): FoundEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.join('').length < LEAST_CHARACTERS) return [];
  const found: FoundEntry[] = [];
  for (const library of libraries)
    for (const entry of library.entries) {
      const { label, description = '', group = '' } = entry;
      const text = `${label} ${description} ${group} ${library.name}`.toLowerCase();
      if (words.every((word) => text.includes(word))) found.push({ library, entry });
      if (found.length === MOST_FOUND) return found;
    }
  return found;
}
