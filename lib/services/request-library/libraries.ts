import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { type LibraryKey, libraryOf, requireLibrary, SHOWN } from './find-library';
import { openLibraryText } from './sealed-text';

/** Lists libraries by name. @throws AppError forbidden */
export async function listLibraries(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().requestLibrary.findMany({
    where: { workspaceId },
    select: SHOWN,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { data: rows.map(libraryOf) };
}

/** Returns the text, which may hold credentials, for writers. @throws AppError forbidden, not_found */
export async function readLibrary(actor: Actor, key: LibraryKey) {
  const { id } = await requireLibrary(actor, key);
  const { sealed, url } = await prisma().requestLibrary.findUniqueOrThrow({ where: { id } });
  return { data: { text: await openLibraryText(id, sealed), url } };
}

/** @throws AppError forbidden, not_found */
export const renameLibrary = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: { actions: ['request_library.renamed'], unless: 'it has that name already' },
  transaction: plainTransaction,
  async run(actor: Actor, { name, ...key }: LibraryKey & { name: string }, change) {
    const { id, name: formerName } = await requireLibrary(actor, key);
    const row = await change(key, async (tx) => {
      const result = await tx.requestLibrary.update({ where: { id }, data: { name }, select: SHOWN });
      const audit = { target: id, detail: { name, formerName } };
      return { result, audit: name === formerName ? null : audit };
    });
    return { data: libraryOf(row) };
  },
});

/** @throws AppError forbidden, not_found */
export const deleteLibrary = defineVerb({
  role: 'writer',
  quota: { none: 'It makes room.' },
  audit: 'request_library.deleted',
  transaction: plainTransaction,
  async run(actor: Actor, key: LibraryKey, change): Promise<undefined> {
    const { id, name } = await requireLibrary(actor, key);
    await change(key, async (tx) => {
      await tx.requestLibrary.deleteMany({ where: { id } });
      return { result: undefined, audit: { target: id, detail: { name } } };
    });
  },
});
