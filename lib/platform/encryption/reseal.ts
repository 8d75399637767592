import { pool } from '../postgres/db';
import { open, seal } from './encryption';

/** A place with sealed text. Rows are read as `{a, b, c, sealed}`; `a`, `b` and `c` identify the row. */
export interface SealedStore {
  name: string;
  /** $1 is the key id, $2 the number of damaged rows to skip. */
  select: string;
  /** $1–$3 identify the row, $4 is the old value, $5 the new one: a value changed meanwhile is left alone. */
  update: string;
  context: (row: SealedRow) => string;
}

interface SealedRow {
  a: string;
  b: string;
  c: string;
  sealed: Buffer;
}

/** The number of resealed values; `damaged` names rows that no key opens, which stay unchanged. */
export interface Resealed {
  name: string;
  count: number;
  damaged: readonly string[];
}

const BATCH = 200;
/** The end of a store's `select`. */
export const NEXT_SEALED = `ORDER BY 1, 2, 3 OFFSET $2 LIMIT ${BATCH}`;
/** Returns SQL for the id of the key that sealed the bytes: the four bytes after the version byte. */
export const keyIdOf = (sealed: string): string => `substring(${sealed} from 2 for 4)`;

/** Reseals everything sealed with the key `previous` with the current key; can be run again. */
export async function reseal(store: SealedStore, previous: Buffer): Promise<Resealed> {
  const damaged: string[] = [];
  let count = 0;
  while (true) {
    const { rows } = await pool().query<SealedRow>(store.select, [previous, damaged.length]);
    if (rows.length === 0) return { name: store.name, count, damaged };
    for (const row of rows) {
      const text = reveal(store, row);
      if (text === null) {
        damaged.push(`${row.a} ${row.b}`);
        continue;
      }
      await pool().query(store.update, [row.a, row.b, row.c, row.sealed, seal(text, store.context(row))]);
      count += 1;
    }
  }
}

function reveal(store: SealedStore, row: SealedRow): string | null {
  try {
    return open(row.sealed, store.context(row));
  } catch {
    return null;
  }
}
