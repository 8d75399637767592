import { ApiError } from '../platform/http/client';
import type { Outcome } from './pull-workflows';
import { hashOf } from './workflow-folder';

/** One thing as the workspace has it now. */
export interface There {
  /** The state knows it by this: its id, or the file of things that share one. */
  key: string;
  /** Null for what has none. */
  externalId: string | null;
  name: string;
  /** The text that its file would hold. */
  text: string;
}

/** All of one kind in a workspace, and how its files are read and sent. */
export interface KeptSet {
  /** In the plural, as at the start of a sentence. */
  what: string;
  takes(file: string): boolean;
  /** Returns the text that says the same in one way only. @throws Error in words */
  parse(text: string, file: string): string;
  list(): Promise<There[]>;
  fileFor(there: There, isTaken: (file: string) => boolean): string;
  /** Is told the file of each: others name it by that. */
  named?: (there: There, file: string) => void;
  /** True if it is sent also when the file has not changed: it has secrets, which can't be compared here. */
  isAlwaysSent(file: string): boolean;
  /** Makes what is there like the text, or creates it. Returns nothing when it was so already. */
  send(file: string, text: string, before: Before): Promise<Sent>;
  /** Undefined where a missing file asks for nothing. */
  remove?: (there: There) => Promise<void>;
}

/** `isCommon`: what is there is what the file was, when both were last the same. */
interface Before {
  there: There | undefined;
  isCommon: boolean;
}

export interface Sent {
  outcomes: Outcome[];
  /** The stored state, with defaults that the file did not mention; undefined if nothing was sent. */
  stored?: Pick<There, 'key' | 'text'> | undefined;
}

export const done = (words: string): Outcome => ({ words, isRefused: false });
export const refused = (words: string): Outcome => ({ words, isRefused: true });

/** A refusal of one file, in words; the others go on. */
export class RefusedFile extends Error {}

/** Returns what the workspace has of a set, or why the key may not read it. */
export async function listed(set: KeptSet): Promise<There[] | ApiError> {
  try {
    return await set.list();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return error;
    throw error;
  }
}

/** A file of a set, or why it can't be used. */
export type FoundKept = { text: string; hash: string } | { problem: string };

/** Reads the files of a set among all. */
export function keptIn(set: KeptSet, files: ReadonlyMap<string, string>): Map<string, FoundKept> {
  const found = new Map<string, FoundKept>();
  for (const [file, text] of files) if (set.takes(file)) found.set(file, read(set, file, text));
  return found;
}

function read(set: KeptSet, file: string, given: string): FoundKept {
  try {
    const text = set.parse(given, file);
    return { text, hash: hashOf(text) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

export const hashIn = (found: FoundKept | undefined): string | null =>
  found === undefined ? null : 'hash' in found ? found.hash : 'unreadable';
