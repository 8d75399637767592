import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { libraryOf, SHOWN } from './find-library';
import type { LibraryEntry, RequestLibrary } from './schema';
import { sealLibraryText } from './sealed-text';

export interface KeepInLibrary {
  workspaceId: string;
  name: string;
  format: string;
  text: string;
  /** The URL it was fetched from: URLs in it may be relative to that. */
  url?: string | undefined;
  /** The entries that its reader found. */
  entries: readonly LibraryEntry[];
}

/** @throws AppError forbidden, quota_exceeded */
export const keepInLibrary = defineVerb({
  role: 'writer',
  quota: 'requestLibraries',
  audit: 'request_library.kept',
  transaction: plainTransaction,
  async run(
    _: Actor,
    { workspaceId, name, format, text, url, entries }: KeepInLibrary,
    change,
  ): Promise<{ data: RequestLibrary }> {
    const id = newId();
    const sealed = await sealLibraryText(id, text);
    const data = { id, workspaceId, name, format, sealed, url: url ?? null, entries: [...entries] };
    const row = await change({ workspaceId }, async (tx) => {
      const result = await tx.requestLibrary.create({ data, select: SHOWN });
      return { result, audit: { target: id, detail: { name } } };
    });
    return { data: libraryOf(row) };
  },
});
