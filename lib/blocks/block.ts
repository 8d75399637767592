import type { z } from 'zod';
import type { OutboundClient } from '../outbound-http/contract';
import type { CodeRunner } from '../sandbox/contract';

/** How the references in a field are resolved (contract: the table of reference contexts). */
export type ReferenceContext =
  | 'none' //        taken literally
  | 'text' //        always a string
  | 'value' //       a lone reference keeps its type
  | 'url'
  | 'json' //        JSON text with references inside
  | 'body' //        {kind, value}: by its kind
  | 'path-rows' //   [{key, value}] percent-encoded as one path segment
  | 'query-rows' //  rows resolve to Array<[key, value]>
  | 'header-rows'
  | 'bindings' //    source code: references become variables, never text
  | 'bindings-rows'; // rows whose `expression` is source code

/** How the editor draws a field: one file in components/editor/fields each. */
export type FieldKind =
  | 'text'
  | 'url'
  | 'code'
  | 'value'
  | 'number'
  | 'switch'
  | 'select'
  | 'rows'
  | 'body'
  | 'retry'
  | 'input-fields'
  | 'branches';

export interface Field {
  /** Key in the block's config. */
  name: string;
  label: string;
  kind: FieldKind;
  references: ReferenceContext;
  help?: string;
  placeholder?: string;
  /** Tab of the form; fields with none stand above the tabs. */
  tab?: string;
  options?: ReadonlyArray<{ value: string | number; label: string }>;
  /** `number` fields: unit shown behind the input, and its bounds. */
  unit?: string;
  min?: number;
  max?: number;
}

/** A place where edges start. `error` ports are taken when the block fails. */
export interface OutputPort {
  id: string;
  label: string;
  kind: 'normal' | 'error' | 'branch';
}

/** One value later blocks can reference, `<name.field>`. */
export interface OutputField {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any';
  description?: string;
}

export interface BlockDefinition<Config extends z.ZodType = z.ZodType> {
  type: string;
  title: string;
  description: string;
  /** Name of a lucide icon. */
  icon: string;
  /** zod schema of the authored config; every key but the required ones has a default. */
  config: Config;
  fields: readonly Field[];
  /** False for a block that starts a run. */
  hasInput: boolean;
  ports: (config: z.output<Config>) => OutputPort[];
  outputs: (config: z.output<Config>) => OutputField[];
  /** May put out more than `outputs` lists. */
  openOutputs?: boolean;
  /** At most so many in a workflow. */
  limit?: number;
  /** Its output `{status, headers, body}` is the run's answer; the first such block to finish gives it. */
  answersRun?: boolean;
  /** Problems zod can't see, at edit time: field name and words. */
  check?: (config: z.output<Config>) => Array<{ field: string; message: string }>;
  /** One line for the node on the canvas, for example `GET example.com/users`. */
  summary?: (config: z.output<Config>) => string;
}

/** Why a block failed; stored on its span, and `<block.error>` of the blocks that expose it. */
export interface BlockError {
  code: string;
  message: string;
  /** Config field at fault, where one is. */
  field?: string;
  phase?: string;
  retryable?: boolean;
  retryAfterMs?: number | null;
  attempts?: BlockAttempt[];
}

/** One try of a block that tries again. `waitMs`: the pause before it. */
export interface BlockAttempt {
  status: number | null;
  code: string | null;
  startedAt: string;
  durationMs: number;
  waitMs: number;
}

export type BlockOutput = Record<string, unknown>;

/** `branch`: the port taken (default `out`). `continuable`: without an error port the run goes on, the span is a warning. */
export type BlockResult =
  | { ok: true; output: BlockOutput; branch?: string; warnings?: string[]; attempts?: BlockAttempt[] }
  | {
      ok: false;
      error: BlockError;
      output: BlockOutput;
      continuable: boolean;
      warnings?: string[];
      attempts?: BlockAttempt[];
    };

export interface ExecutionContext {
  /** The run's input, as the caller sent it. */
  input: unknown;
  /** The one way out; guarded. */
  http: OutboundClient;
  /** Runs authors' code, shut in; absent where no code may run. */
  code?: CodeRunner;
  /** Aborted when the run is cancelled or has failed elsewhere. */
  signal: AbortSignal;
  /** The same for every attempt of this block in this run, also after a crash and resume. */
  idempotencyKey: string;
}

/** `config` has its references resolved: rows are pairs, JSON is text, a `value` keeps its type. Never throws for a remote's doing. */
export type BlockExecutor<Resolved = never> = (
  config: Resolved,
  context: ExecutionContext,
) => Promise<BlockResult>;
