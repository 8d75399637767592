import { createHash } from 'node:crypto';
import { ExternalId } from '../services/external-ids/schema';

const HASH_CHARACTERS = 8;
const MOST_KEPT = 100;

/**
 * Returns what the workspace calls a file by: its path without the end. A path with other characters, or too
 * long a one, is told apart by a part of its hash.
 */
export function externalIdOf(file: string): string {
  const named = file.replace(/(?:\.(?:connection|webhook|alert))?\.json$/, '');
  if (ExternalId.safeParse(named).success) return named;
  const hash = createHash('sha256').update(named).digest('hex').slice(0, HASH_CHARACTERS);
  const plain = named.normalize('NFKD').replace(/[^A-Za-z0-9._:/-]+/g, '-');
  return `${plain.slice(0, MOST_KEPT)}-${hash}`;
}

/** Returns one that nothing else has: a file may have been renamed, and another have its former name. */
export function freeExternalId(file: string, isTaken: (externalId: string) => boolean): string {
  const first = externalIdOf(file);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? first : `${first.slice(0, MOST_KEPT)}-${count}`;
    if (!isTaken(id)) return id;
  }
}
