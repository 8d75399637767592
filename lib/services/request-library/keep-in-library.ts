import { newId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { requireRoomFor } from '../limits/quotas';
import { libraryOf, SHOWN } from './find-library';
import type { LibraryEntry, RequestLibrary } from './schema';
import { sealLibraryText } from './sealed-text';

export interface KeepInLibrary {
  workspaceId: string;
  name: string;
  format: string;
  text: string;
  /** Where it was fetched from: addresses in it may be relative to that. */
  url?: string | undefined;
  /** What its reader found in it. */
  entries: readonly LibraryEntry[];
}

/** @throws AppError forbidden, quota_exceeded */
export async function keepInLibrary(
  actor: Actor,
  { workspaceId, name, format, text, url = undefined, entries }: KeepInLibrary,
): Promise<{ data: RequestLibrary }> {
  requireRole(actor, workspaceId, 'writer');
  const id = newId();
  const sealed = await sealLibraryText(id, text);
  const data = { id, workspaceId, name, format, sealed, url: url ?? null, entries: [...entries] };
  const row = await prisma().$transaction(async (tx) => {
    await requireRoomFor(tx, 'requestLibraries', workspaceId);
    return tx.requestLibrary.create({ data, select: SHOWN });
  });
  return { data: libraryOf(row) };
}
