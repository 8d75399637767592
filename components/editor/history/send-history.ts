import type { ResponseOutputs } from '@/lib/core/blocks/capabilities';
import { parseExact } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import type { SentBlock } from '@/lib/services/runs/schema';
import { SENDS_DATABASE } from '../../page/sign-out';
import { shortId } from '../document/short-id';
import { type EntryFacts, factsOfSent, type HistoryEntry } from './history-entry';

/** Selects a user's sends of one block. */
export interface SendsOf {
  userId: string;
  workflowId: string;
  blockId: string;
}

interface Row extends SendsOf {
  facts: EntryFacts;
  atMs: number;
  /** JSON of the `SentBlock`, which may hold numbers that a double can't; null: too large. */
  text: string | null;
}

const ROWS = 'sends';
const BY_BLOCK = 'by-block';
const BY_TIME = 'by-time';
const MOST_OF_A_BLOCK = 30;
const MOST_IN_ALL = 300;
const MAX_CHARACTERS = 2_000_000;

const keyOf = ({ userId, workflowId, blockId }: SendsOf) => [userId, workflowId, blockId];

/** Stores a send in this browser; the oldest are deleted when there are too many. */
export async function keepSend(
  of: SendsOf,
  sent: SentBlock,
  outputs: ResponseOutputs | undefined,
): Promise<void> {
  const id = shortId();
  const facts = factsOfSent(id, sent, outputs);
  const { userId, workflowId, blockId } = of;
  const row: Row = {
    userId,
    workflowId,
    blockId,
    facts,
    atMs: Date.parse(facts.at),
    text: toStoredText(sent),
  };
  await inDatabase('readwrite', async (rows) => {
    await done(rows.put(row, id));
    const ofBlock = await done(rows.index(BY_BLOCK).getAllKeys(IDBKeyRange.only(keyOf(of))));
    if (ofBlock.length > MOST_OF_A_BLOCK) {
      const entries = await done<Row[]>(rows.index(BY_BLOCK).getAll(IDBKeyRange.only(keyOf(of))));
      const oldest = entries.toSorted((a, b) => a.atMs - b.atMs).slice(0, -MOST_OF_A_BLOCK);
      for (const { facts: old } of oldest) rows.delete(old.id);
    }
    const all = await done(rows.index(BY_TIME).getAllKeys());
    for (const key of all.slice(0, Math.max(0, all.length - MOST_IN_ALL))) rows.delete(key);
  });
}

/** Returns this user's sends of the block in this browser. */
export async function readSends(of: SendsOf): Promise<HistoryEntry[]> {
  const rows = await inDatabase('readonly', (store) =>
    done<Row[]>(store.index(BY_BLOCK).getAll(IDBKeyRange.only(keyOf(of)))),
  );
  return rows.map(({ facts, text }) => ({
    ...facts,
    sent: text === null ? null : (parseExact(text) as SentBlock),
  }));
}

export async function forgetSends(of: SendsOf): Promise<void> {
  await inDatabase('readwrite', async (rows) => {
    const keys = await done(rows.index(BY_BLOCK).getAllKeys(IDBKeyRange.only(keyOf(of))));
    for (const key of keys) rows.delete(key);
  });
}

/** Leaves out the raw bytes, which are in the output too. */
function toStoredText(sent: SentBlock): string | null {
  for (const part of [sent, { ...sent, rawBody: null }]) {
    const text = writeJson(part);
    if (text.length <= MAX_CHARACTERS) return text;
  }
  return null;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Closes the database after each use: deleting it at sign-out waits for open connections. */
async function inDatabase<T>(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(SENDS_DATABASE, 1);
  opening.onupgradeneeded = () => {
    const rows = opening.result.createObjectStore(ROWS);
    rows.createIndex(BY_BLOCK, ['userId', 'workflowId', 'blockId']);
    rows.createIndex(BY_TIME, 'atMs');
  };
  const database = await done(opening);
  try {
    const transaction = database.transaction(ROWS, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await work(transaction.objectStore(ROWS));
    await ended;
    return result;
  } finally {
    database.close();
  }
}
