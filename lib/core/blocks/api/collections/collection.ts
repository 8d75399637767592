import type { Auth } from '../../auth';
import type { ImportedVariable } from '../../import-export';
import type { WritePair } from './write-pair';

/** A row as a collection has it; values as they are typed there, with placeholders already `{{NAME}}`. */
export interface CollectionRow {
  key: string;
  value: string;
  enabled: boolean;
  /** Of a multipart body: the file that is sent in place of the value. */
  file?: string;
  /** Of a multipart body, where the tool has them for each part. */
  contentType?: string;
  filename?: string;
}

/** What a part is called and what it is; nothing where a tool's row doesn't say. */
export function partLabels(
  contentType: string,
  filename = '',
): Pick<CollectionRow, 'contentType' | 'filename'> {
  return {
    ...(contentType.trim() === '' ? {} : { contentType: contentType.trim() }),
    ...(filename.trim() === '' ? {} : { filename: filename.trim() }),
  };
}

export type CollectionBody =
  | { kind: 'text'; text: string; contentType: string | null }
  | { kind: 'form'; rows: CollectionRow[] }
  | { kind: 'multipart'; rows: CollectionRow[] }
  | { kind: 'graphql'; query: string; variables: string }
  | { kind: 'file'; name: string; contentType: string | null };

/** One request, whatever tool it was written with. */
export interface CollectionRequest {
  /** Its place in the collection, for example `0.2.1`. */
  id: string;
  name: string;
  /** Names of the folders it lies in, the outermost first. */
  folders: readonly string[];
  method: string;
  /** May hold a query; the rows of `query` come behind it. */
  url: string;
  query: CollectionRow[];
  pathParams: CollectionRow[];
  headers: CollectionRow[];
  body: CollectionBody | null;
  auth: Auth | null;
  /** How many redirects are followed; absent where nothing is said. */
  maxRedirects?: number;
  /** What its folders say of variables, the innermost last. */
  variables?: readonly ImportedVariable[];
  warnings: string[];
}

export interface Collection {
  /** How the tool writes pairs of a query; null: as is usual. */
  writePair: WritePair | null;
  name: string;
  requests: CollectionRequest[];
  /** By the names that requests have for them now. */
  variables: ImportedVariable[];
  /** What of it is no request that can be made, one sentence each. */
  notes?: string[];
}

/** What an import says of a request whose tool would run code around it. */
export const SCRIPT_WARNING =
  'Its scripts were left out: put a Function block before or after it for what they do.';

/** The most that a collection's list shows. */
export const MAX_REQUESTS = 5_000;
/** Of folders in folders. */
export const MAX_DEPTH = 50;
