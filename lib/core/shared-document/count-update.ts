import { UpdateReader } from './read-update';
import { RefusedUpdate, ROOTS, UPDATE_LIMITS } from './update-limits';

export type UpdateCounts = Record<keyof typeof UPDATE_LIMITS, number>;

const MAX_ROOT_BYTES = 16;

/**
 * Counts what updates hold before anything is made of them: the time is linear in their bytes, and ends at
 * the first limit.
 * @throws RefusedUpdate with words for the author; RangeError if the bytes are no update
 */
export function countUpdates(updates: readonly Uint8Array[]): UpdateCounts {
  const counts: UpdateCounts = { structs: 0, clients: 0, deleted: 0, values: 0, levels: 0 };
  for (const update of updates) {
    const reader = new UpdateReader(update);
    countStructs(reader, counts);
    countDeleted(reader, counts);
    if (!reader.isAtEnd) throw new RangeError('Bytes follow the update.');
  }
  return counts;
}

function add(counts: UpdateCounts, what: keyof UpdateCounts, count: number): void {
  counts[what] += count;
  if (counts[what] > UPDATE_LIMITS[what])
    throw new RefusedUpdate(
      `These edits have more than ${UPDATE_LIMITS[what].toLocaleString('en')} ${WORDS[what]}. Change less at a time.`,
    );
}

const WORDS: Readonly<Record<keyof UpdateCounts, string>> = {
  structs: 'parts',
  clients: 'authors',
  deleted: 'removed parts',
  values: 'values',
  levels: 'levels',
};

const HAS_ORIGIN = 0x80;
const HAS_RIGHT_ORIGIN = 0x40;
const HAS_KEY = 0x20;
const CONTENT = 0x1f;
const SKIPPED = 10;

function countStructs(reader: UpdateReader, counts: UpdateCounts): void {
  for (let clients = reader.uint(); clients > 0; clients -= 1) {
    add(counts, 'clients', 1);
    let structs = reader.uint();
    reader.uint();
    reader.uint();
    for (; structs > 0; structs -= 1) {
      add(counts, 'structs', 1);
      const info = reader.byte();
      if (info === SKIPPED || (info & CONTENT) === 0) reader.uint();
      else countItem(reader, info, counts);
    }
  }
}

function countItem(reader: UpdateReader, info: number, counts: UpdateCounts): void {
  if (info & HAS_ORIGIN) skipId(reader);
  if (info & HAS_RIGHT_ORIGIN) skipId(reader);
  if ((info & (HAS_ORIGIN | HAS_RIGHT_ORIGIN)) === 0) {
    if (reader.uint() === 1) requireRoot(reader.text(MAX_ROOT_BYTES));
    else skipId(reader);
    if (info & HAS_KEY) reader.skipText();
  }
  const count = CONTENTS[info & CONTENT];
  if (count === undefined) throw new RefusedUpdate('These edits hold a kind of data that no workflow has.');
  count(reader, counts);
}

function skipId(reader: UpdateReader): void {
  reader.uint();
  reader.uint();
}

function requireRoot(name: string | null): void {
  if (name === null || !ROOTS.has(name))
    throw new RefusedUpdate('These edits hold a part that no workflow has.');
}

/** The types that a workflow is made of, by Yjs' number: list, map, text. The others are XML. */
const TYPES: ReadonlySet<number> = new Set([0, 1, 2]);

/** The contents of items that editors make, by Yjs' number. Documents within, formats and bytes are not among them. */
const CONTENTS: Readonly<Record<number, (reader: UpdateReader, counts: UpdateCounts) => void>> = {
  1: (reader) => void reader.uint(),
  4: (reader) => reader.skipText(),
  7: (reader) => {
    if (!TYPES.has(reader.uint()))
      throw new RefusedUpdate('These edits hold XML, which is no part of a workflow.');
  },
  8: (reader, counts) => {
    for (let count = reader.uint(); count > 0; count -= 1) countValue(reader, counts, 1);
  },
};

function countValue(reader: UpdateReader, counts: UpdateCounts, level: number): void {
  add(counts, 'values', 1);
  if (level > UPDATE_LIMITS.levels)
    throw new RefusedUpdate(`These edits are nested more than ${UPDATE_LIMITS.levels} levels deep.`);
  const kind = reader.byte();
  const skip = SCALARS[kind];
  if (skip !== undefined) skip(reader);
  else if (kind === OBJECT || kind === LIST)
    for (let count = reader.uint(); count > 0; count -= 1) {
      if (kind === OBJECT) reader.skipText();
      countValue(reader, counts, level + 1);
    }
  else throw new RefusedUpdate('These edits hold a kind of value that no workflow has.');
}

const LIST = 117;
const OBJECT = 118;
const nothing = (): void => undefined;
/** How the other values of JSON are skipped, by lib0's number. */
const SCALARS: Readonly<Record<number, (reader: UpdateReader) => void>> = {
  119: (reader) => reader.skipText(),
  120: nothing,
  121: nothing,
  123: (reader) => reader.skip(8),
  124: (reader) => reader.skip(4),
  125: (reader) => reader.skipInt(),
  126: nothing,
  127: nothing,
};

function countDeleted(reader: UpdateReader, counts: UpdateCounts): void {
  for (let clients = reader.uint(); clients > 0; clients -= 1) {
    add(counts, 'clients', 1);
    reader.uint();
    const ranges = reader.uint();
    for (let count = ranges; count > 0; count -= 1) {
      add(counts, 'deleted', 1);
      skipId(reader);
    }
  }
}
