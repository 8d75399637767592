import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { type LibraryKey, libraryOf, requireLibrary, SHOWN } from './find-library';
import { openLibraryText } from './sealed-text';

/** By name. @throws AppError forbidden */
export async function listLibraries(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().requestLibrary.findMany({
    where: { workspaceId },
    select: SHOWN,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { data: rows.map(libraryOf) };
}

/** It may hold credentials: for who may change workflows. @throws AppError forbidden, not_found */
export async function readLibrary(actor: Actor, key: LibraryKey) {
  const id = await requireLibrary(actor, key);
  const { sealed, url } = await prisma().requestLibrary.findUniqueOrThrow({ where: { id } });
  return { data: { text: await openLibraryText(id, sealed), url } };
}

/** @throws AppError forbidden, not_found */
export async function renameLibrary(actor: Actor, { name, ...key }: LibraryKey & { name: string }) {
  const id = await requireLibrary(actor, key);
  const row = await prisma().requestLibrary.update({ where: { id }, data: { name }, select: SHOWN });
  return { data: libraryOf(row) };
}

/** @throws AppError forbidden, not_found */
export async function deleteLibrary(actor: Actor, key: LibraryKey): Promise<void> {
  const id = await requireLibrary(actor, key);
  await prisma().requestLibrary.deleteMany({ where: { id } });
}
