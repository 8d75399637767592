import type { Auth } from '../../auth';
import type { ImportedVariable } from '../../import-export';
import type { VariableNames } from './placeholders';
import type { WritePair } from './write-pair';

/** A row of a collection; values are as typed there, with placeholders already `{{NAME}}`. */
export interface CollectionRow {
  key: string;
  value: string;
  enabled: boolean;
  /** Multipart bodies only: the file that is sent instead of the value. */
  file?: string;
  /** Multipart bodies only, from tools that store these for each part. */
  contentType?: string;
  filename?: string;
}

/** Returns the content type and file name of a part, without those that are empty. */
export function partLabels(
  contentType: string,
  filename = '',
): Pick<CollectionRow, 'contentType' | 'filename'> {
  return {
    ...(contentType.trim() === '' ? {} : { contentType: contentType.trim() }),
    ...(filename.trim() === '' ? {} : { filename: filename.trim() }),
  };
}

/**
 * Returns the headers of a folder for everything inside: one more than a request takes, so that it is said.
 * All of them, for each of many requests, would be too many.
 */
export const inheritedHeaders = (rows: readonly CollectionRow[]): readonly CollectionRow[] =>
  rows.slice(0, MAX_ROWS + 1);

export type CollectionBody =
  | { kind: 'text'; text: string; contentType: string | null }
  | { kind: 'form'; rows: CollectionRow[] }
  | { kind: 'multipart'; rows: CollectionRow[] }
  | { kind: 'graphql'; query: string; variables: string }
  | { kind: 'file'; name: string; contentType: string | null };

/** One request, independent of the tool it was written with. */
export interface CollectionRequest {
  /** Its place in the collection, for example `0.2.1`. */
  id: string;
  name: string;
  /** Names of the folders around it, the outermost first. */
  folders: readonly string[];
  method: string;
  /** May hold a query; the rows of `query` come after it. */
  url: string;
  query: CollectionRow[];
  pathParams: CollectionRow[];
  headers: CollectionRow[];
  body: CollectionBody | null;
  auth: Auth | null;
  /** The most redirects to follow; absent if it is not set. */
  maxRedirects?: number;
  /** The variables of each of its folders, the innermost last; the requests of a folder share its list. */
  variables?: ReadonlyArray<readonly ImportedVariable[]>;
  warnings: string[];
}

export interface Collection {
  /** Writes pairs of a query as the tool does; null: the usual spelling. */
  writePair: WritePair | null;
  name: string;
  requests: CollectionRequest[];
  /** Variables under the names that the requests now use for them. */
  variables: ImportedVariable[];
  /** Absent where the tool has no variables. */
  names?: VariableNames;
  /** Entries that can't be sent as requests, one sentence each. */
  notes?: string[];
}

/** The warning for a request with scripts, which are not imported. */
export const SCRIPT_WARNING =
  'Its scripts were left out: put a Function block before or after it for what they do.';

/** The most requests that are read from a collection. */
export const MAX_REQUESTS = 5_000;
/** The most rows of a kind that a request takes. */
export const MAX_ROWS = 200;
/** The most levels of nested folders. */
export const MAX_DEPTH = 50;
