import type { ValueShape } from './value-shape';

/** Why a text can't be imported, in words for who pasted it. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** A credential typed out in a config: `value` stands in the text at `path`, from `start` on. */
export interface ImportedSecret {
  path: ReadonlyArray<string | number>;
  start: number;
  value: string;
  /** A variable name that fits it, for example `STRIPE_KEY`. */
  suggestedName: string;
}

/** A `{{NAME}}` that an import names; empty where the text has no value for it. */
export interface ImportedVariable {
  name: string;
  value: string;
}

export interface ImportResult {
  config: Record<string, unknown>;
  /** For the block; may be taken already. */
  name?: string;
  /** What was left out or needs a look, one sentence each. */
  warnings: string[];
  secrets: ImportedSecret[];
  /** Rows that most likely mean nothing to the server, by key: they are offered to be dropped. */
  noise?: { field: string; keys: readonly string[] };
  /** What the config reads from the workspace's variables. */
  variables?: readonly ImportedVariable[];
  /** By the name of an output. */
  outputs?: Record<string, ValueShape>;
}

/** One of several things a text holds. */
export interface ImportChoice {
  id: string;
  label: string;
  description?: string;
  group?: string;
}

/** What of a text is meant, and where it lay. */
export interface ImportSource {
  /** The id of an `ImportChoice`. */
  choice?: string;
  /** For addresses in the text that are relative to its own. */
  url?: string;
}

/** Makes a config from a text of another tool. `choices` and `read` throw `ImportError`, nothing else. */
export interface BlockImporter {
  id: string;
  label: string;
  /** A quick look, for text that was pasted anywhere. */
  accepts: (text: string) => boolean;
  /** Its texts are published at addresses of their own, to be fetched from there. */
  hasAddresses?: boolean;
  /** What a text calls itself; empty when it doesn't. */
  titleOf?: (text: string) => Promise<string>;
  /** There when a text may hold many: one of these goes into `read`. */
  choices?: (text: string) => Promise<ImportChoice[]>;
  /** What of a text `choices` can't offer, one sentence each; throws as they do. */
  notes?: (text: string) => Promise<string[]>;
  read: (text: string, from?: ImportSource) => Promise<ImportResult>;
  /** There when a text may hold several that all become blocks, one behind the other. */
  readAll?: (text: string) => Promise<ImportResult[]>;
}

/** A request with its references resolved; secrets are `{{NAME}}` when they are not to be shown. */
export interface ExportedRequest {
  method: string;
  url: string;
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  body: string | Uint8Array | null;
}

export interface BlockExporter {
  id: 'curl' | 'fetch' | 'python' | 'go';
  label: string;
  /** For highlighting. */
  language: 'bash' | 'javascript' | 'python' | 'go';
  write: (request: ExportedRequest) => string;
}
