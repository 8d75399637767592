import type { RequestLibrary as Row } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { LibraryEntries, type RequestLibrary } from './schema';

export interface LibraryKey {
  workspaceId: string;
  libraryId: string;
}

/** A row without its text. */
export type LibraryRow = Omit<Row, 'sealed' | 'url' | 'workspaceId'>;
export const SHOWN = { id: true, name: true, format: true, entries: true, createdAt: true } as const;

export function libraryOf({ id, name, format, entries, createdAt }: LibraryRow): RequestLibrary {
  return { id, name, format, entries: LibraryEntries.parse(entries), createdAt: createdAt.toISOString() };
}

/** Returns a library, for people who may change workflows. @throws AppError forbidden, not_found */
export async function requireLibrary(
  actor: Actor,
  { workspaceId, libraryId }: LibraryKey,
): Promise<{ id: string; name: string }> {
  requireRole(actor, workspaceId, 'writer');
  const where = { id: libraryId, workspaceId };
  const found = isId(libraryId)
    ? await prisma().requestLibrary.findFirst({ where, select: { id: true, name: true } })
    : null;
  if (found === null) throw new AppError('not_found', 'This document is not kept any more.');
  return found;
}
