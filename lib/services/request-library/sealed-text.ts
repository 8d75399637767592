import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, type SealedStore } from '../../platform/encryption/reseal';

const contextOf = (libraryId: string): string => `request library ${libraryId}`;

/** Compresses off the event loop: documents have millions of characters, and shrink to a tenth. */
export async function sealLibraryText(libraryId: string, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await promisify(gzip)(text);
  return new Uint8Array(seal(packed.toString('base64'), contextOf(libraryId)));
}

export async function openLibraryText(libraryId: string, sealed: Uint8Array): Promise<string> {
  const packed = Buffer.from(open(sealed, contextOf(libraryId)), 'base64');
  return (await promisify(gunzip)(packed)).toString();
}

/** Read in small batches: each may be megabytes. */
export const libraryTextStore: SealedStore = {
  name: 'kept documents',
  select: `SELECT id AS a, '' AS b, '' AS c, sealed FROM request_library
    WHERE ${keyIdOf('sealed')} = $1 ORDER BY 1 OFFSET $2 LIMIT 4`,
  update: `UPDATE request_library SET sealed = $5
    WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND sealed = $4`,
  context: ({ a }) => contextOf(a),
};
