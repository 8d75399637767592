import type { ValueShape } from './value-shape';

/** Thrown if a text can't be imported; the message is for the person who pasted it. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** A credential typed into a config: `value` is in the text at `path`, from `start` on. */
export interface ImportedSecret {
  path: ReadonlyArray<string | number>;
  start: number;
  value: string;
  /** A variable name that fits it, for example `STRIPE_KEY`. */
  suggestedName: string;
}

/** A `{{NAME}}` that an import uses; empty if the text has no value for it. */
export interface ImportedVariable {
  name: string;
  value: string;
}

/** A value that a described request needs; where the block has it as a row, its key is the name. */
export interface ImportedInput {
  name: string;
  place: 'path' | 'query' | 'header' | 'body';
  type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  /** Empty without one. */
  description: string;
}

export interface ImportResult {
  config: Record<string, unknown>;
  /** A name for the block; it may be taken already. */
  name?: string;
  /** Parts that were left out or need a check, one sentence each. */
  warnings: string[];
  secrets: ImportedSecret[];
  /** Rows that most likely mean nothing to the server, by key: people may drop them. */
  noise?: { field: string; keys: readonly string[] };
  /** The workspace's variables that the config reads. */
  variables?: readonly ImportedVariable[];
  /** The values that the request needs, as far as its description says; optional ones are left out. */
  inputs?: readonly ImportedInput[];
  /** Shapes by the name of an output. */
  outputs?: Record<string, ValueShape>;
}

/** One of several things that a text holds. */
export interface ImportChoice {
  id: string;
  label: string;
  description?: string;
  group?: string;
}

/** The chosen part of a text, and the address of the text. */
export interface ImportSource {
  /** The id of an `ImportChoice`. */
  choice?: string;
  /** The text's own address, for relative addresses in it. */
  url?: string;
}

/** Makes a config of another tool's text. `choices` and `read` throw `ImportError`, nothing else. */
export interface BlockImporter {
  id: string;
  label: string;
  /** A quick check, for text that was pasted anywhere. */
  accepts: (text: string) => boolean;
  /** True if its texts are published at addresses from which they can be fetched. */
  hasAddresses?: boolean;
  /** Returns the title of a text; empty if it has none. */
  titleOf?: (text: string) => Promise<string>;
  /** Present if a text may hold many: one of these goes into `read`. */
  choices?: (text: string) => Promise<ImportChoice[]>;
  /** Parts of a text that `choices` can't offer, one sentence each; throws as they do. */
  notes?: (text: string) => Promise<string[]>;
  read: (text: string, from?: ImportSource) => Promise<ImportResult>;
  /** Present if a text may hold several that all become blocks, one after the other. */
  readAll?: (text: string) => Promise<ImportResult[]>;
}

/** A request with its references resolved; secrets are `{{NAME}}` if they must not be shown. */
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
