import type { z } from 'zod';
import type { ModelClient } from '../../platform/models/contract';
import type {
  OutboundClient,
  OutboundRequest,
  OutboundResponse,
  RequestPace,
} from '../../platform/outbound-http/contract';
import type { CodeRunner } from '../../platform/sandbox/contract';
import type { BlockAttempt, BlockError } from './block-error';
import type { BlockPart, RunSpending } from './block-part';
import type { ReadConnectionToken } from './connection-token';
import type { BlockExporter, BlockImporter } from './import-export';
import type {
  BegunWait,
  BlockNotes,
  CalledWorkflow,
  WaitRequest,
  WorkflowCall,
  WorkflowInput,
} from './outside-work';
import type { ValueType } from './value-shape';

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
  | 'members' //     an object's texts, each as text; those of `urlMembers` as a URL
  | 'bindings' //    source code: references become variables, never text
  | 'bindings-rows' // rows whose `expression` is source code
  | 'value-rows' // [{name, type, value}]: as 'value', those of type string as 'text'
  | 'tools'; //      [{kind, name, …}]: also `<args.…>`, filled in with each call

/** How the editor draws a field: one file in components/editor/fields each. */
export type FieldKind =
  | 'text'
  | 'multiline'
  | 'url'
  | 'code'
  | 'value'
  | 'number'
  | 'switch'
  | 'select'
  | 'rows'
  | 'body'
  | 'auth'
  | 'retry'
  | 'cron' // a pattern of a schedule
  | 'input-fields'
  | 'branches'
  | 'values' // [{name, type, value}]
  | 'workflow' // the id of one
  | 'provider' // {kind, baseUrl, apiKey} of a provider of models
  | 'tools' // what a model may call
  | 'group'; // an object, each of its members a field

export interface Field {
  /** Key in the block's config. */
  name: string;
  label: string;
  kind: FieldKind;
  references: ReferenceContext;
  /** `members` only: those that are a URL. */
  urlMembers?: readonly string[];
  help?: string;
  placeholder?: string;
  /** `text` fields: values to choose from; others may be typed. */
  suggestions?: (config: Readonly<Record<string, unknown>>) => readonly string[];
  /** Stands before the next field on the same line of the form. */
  besideNext?: boolean;
  /** `url` fields: the `rows` field that holds the query; what is pasted with one moves there. */
  queryField?: string;
  /** Why what is set here has no effect beside the rest of the config as authored; null when it has. */
  unused?: (config: Readonly<Record<string, unknown>>) => string | null;
  /** Tab of the form; fields with none stand above the tabs. */
  tab?: string;
  options?: ReadonlyArray<{ value: string | number; label: string }>;
  /** `group` fields: one for each member of the object; their `shownWhen` gets the object. */
  members?: readonly Field[];
  /** `group` fields: what holds for members that the object leaves out. */
  memberDefaults?: (value: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** `number` fields: unit shown behind the input, and its bounds. */
  unit?: string;
  min?: number;
  max?: number;
  /** `rows` fields: keys that have their row by themselves, for example the names in a URL's path. */
  rowKeys?: (config: Readonly<Record<string, unknown>>) => string[];
  /** `values` fields: the `workflow` field whose Start fields are offered as names. */
  inputsOf?: string;
  /** Containers' fields: resolved anew for each iteration, so that references name what is inside. */
  perIteration?: 'before' | 'after';
  /** Whether the form shows it, for fields that matter with certain settings only. */
  shownWhen?: ShownWhen;
}

export type ShownWhen = (config: Readonly<Record<string, unknown>>) => boolean;

/**
 * A place where edges start. `error` ports are taken when the block fails, `early` ones while it still runs.
 */
export interface OutputPort {
  id: string;
  label: string;
  kind: 'normal' | 'error' | 'branch' | 'early';
}

/** One value later blocks can reference, `<name.field>`. */
export interface OutputField {
  name: string;
  type: ValueType;
  description?: string;
}

/**
 * The elements of an SVG image with their attributes, drawn as outlines: 24 by 24 units, lines 2 wide with
 * round ends. lucide.dev has hundreds that fit.
 */
export type IconDrawing = ReadonlyArray<
  readonly [element: 'path' | 'circle' | 'rect' | 'line', attributes: Readonly<Record<string, string>>]
>;

export type ContainerKind = 'loop' | 'parallel';

export interface ContainerTraits {
  /** What references inside call the iteration: `<loop.item>`, `<parallel.index>`. */
  kind: ContainerKind;
  /** What those references can name. */
  iterationOutputs: readonly OutputField[];
  /** The field that holds the list whose items `item` is one of. */
  itemsField?: string;
}

/** A change of a block's config that older documents have not been through. */
export interface ConfigMigration {
  /** The first `schemaVersion` (`lib/core/workflow/migrate-document.ts`) whose configs have the new form. */
  to: number;
  /** Pure. Gets what was stored, whatever it holds, and never throws. */
  migrate: (config: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

export interface BlockDefinition<Config extends z.ZodType = z.ZodType> {
  type: string;
  title: string;
  description: string;
  icon: IconDrawing;
  /** zod schema of the authored config; every key but the required ones has a default. */
  config: Config;
  /** From older forms of `config` to this one, step by step, the oldest first. */
  migrations?: readonly ConfigMigration[];
  fields: readonly Field[];
  /** False for a block that starts a run. */
  hasInput: boolean;
  /**
   * Of a block that starts a run: the trigger that does so. Absent: it starts the runs of people, callers and
   * other workflows.
   */
  startsOn?: 'webhook' | 'schedule' | 'chat';
  ports: (config: z.output<Config>) => OutputPort[];
  outputs: (config: z.output<Config>) => OutputField[];
  /** The port that a success with this output goes on from, for blocks with branches; `out` unless given. */
  branchTaken?: (output: Readonly<Record<string, unknown>>) => string | null;
  /** May put out more than `outputs` lists. */
  openOutputs?: boolean;
  /** At most so many in a workflow. */
  limit?: number;
  /** Its output `{status, headers, body}` is the run's answer; the first such block to finish gives it. */
  answersRun?: boolean;
  /** It never runs: the canvas shows the text of this field. Without ports, input and executor. */
  note?: { textField: string };
  /** Name of the output with a text for people, which is seen while it is written. */
  writesText?: string;
  /** What it puts out is `<variable.name>` from then on, wherever in the run. */
  setsVariables?: boolean;
  /** It sends an HTTP request: names of the outputs that hold the parts of the response. */
  sendsRequest?: { status: string; headers: string; body: string };
  /** It sends requests or asks models: a replay takes what was recorded of it. */
  reachesOut?: boolean;
  /** With this config it may wait for what outlives a process: a run of it can be parked. */
  mayWait?: (config: z.output<Config>) => boolean;
  /** It starts executions: the name of the output that holds the id of one. */
  startsExecution?: string;
  /** Other blocks lie in it (their `parentId`) and run once for each of its iterations. */
  container?: ContainerTraits;
  /** Problems zod can't see, at edit time: field name and words. */
  check?: (config: z.output<Config>) => Array<{ field: string; message: string }>;
  /** One line for the node on the canvas, for example `GET example.com/users`. */
  summary?: (config: z.output<Config>) => string;
  importers?: readonly BlockImporter[];
  exporters?: readonly BlockExporter[];
}

export type { BlockAttempt, BlockError };

export type BlockOutput = Record<string, unknown>;

/** A request ready to be sent; the first `authoredHeaders` of its headers are rows of the author's own. */
export interface BlockRequest {
  request: OutboundRequest;
  authoredHeaders: number;
}

/** The last request a block made and what can be measured of the answer; shown, never stored. */
export interface BlockExchange extends BlockRequest {
  /** Null when no answer came. */
  timing: OutboundResponse['timing'] | null;
  /** Decoded; null when no answer came. */
  responseBody: Uint8Array | null;
  /** In bytes, of an answer that is kept as a file. */
  fileBytes?: number;
}

/** Bytes that are no text. */
export interface BinaryData {
  contentType: string | null;
  /** In bytes. */
  size: number;
  base64: string;
}

/** A member of an output that is `BinaryData` or a `FileReference`; `name`: what to call the file. */
export interface OutputFile {
  member: string;
  name: string;
}

interface BlockFindings {
  output: BlockOutput;
  /** What it worked on, for the span, where that isn't its config. */
  received?: unknown;
  warnings?: string[];
  attempts?: BlockAttempt[];
  exchange?: BlockExchange;
  /** Kept beside the log, not in it. */
  files?: readonly OutputFile[];
  /** Credentials that came up on the way, for example a fetched token: masked from here on. */
  secrets?: string[];
}

/**
 * `branch`: the port taken (default `out`). `continuable`: without an error port the run goes on, the span is
 * a warning.
 */
export type BlockResult =
  | (BlockFindings & { ok: true; branch?: string })
  | (BlockFindings & { ok: false; error: BlockError; continuable: boolean });

/** Takes a text that comes in parts. */
export interface TextWatcher {
  add(text: string): void;
  /** The whole of it, once it is known. */
  end(text: string): void;
}

export interface ExecutionContext {
  /** The run's input, as the caller sent it. */
  input: unknown;
  /** The one way out; guarded. */
  http: OutboundClient;
  /** Keeps requests to each server at a rate, with all others of the workspace that have one. */
  pace?: (rate: { max: number; perMs: number }) => RequestPace;
  /** Runs authors' code, shut in; absent where no code may run. */
  code?: CodeRunner;
  /** Asks AI models; absent where none may be asked. */
  models?: ModelClient;
  /** Reads access tokens of the workspace's connections; absent where there are none. */
  connectionToken?: ReadConnectionToken;
  /** Takes a finished part of the block's work, which then has a span of its own. */
  onPart?: (part: BlockPart) => void;
  /** Shows the text of a step, counted from 1, as it comes; absent when nobody watches the run. */
  watchText?: (step: number) => TextWatcher;
  /** What the run has spent on models and tools up to now, and may; absent outside of a run. */
  spending?: RunSpending;
  /** Whether a text holds a secret of the run. */
  holdsSecret?: (text: string) => boolean;
  /** Aborted when the run is cancelled or has failed elsewhere. */
  signal: AbortSignal;
  /** The same for every attempt of this block in this run, also after a crash and resume. */
  idempotencyKey: string;
  /** Milliseconds since 1970; the system's clock unless given. */
  now?: () => number;
  /** Of a container only. */
  members?: ContainerMembers;
  /** Runs another workflow of the workspace; absent where a block is run by itself. */
  callWorkflow?: (call: WorkflowCall) => Promise<CalledWorkflow>;
  /** What a workflow of the workspace takes; null when there is none of that id. */
  workflowInputs?: (workflowId: string) => Promise<readonly WorkflowInput[] | null>;
  /** Waits without holding anything; absent where a block is run by itself. */
  wait?: (request: WaitRequest) => Promise<BegunWait>;
  /** What it keeps of its work until it ends; absent where a block is run by itself. */
  notes?: BlockNotes;
  /** Takes an `early` port, with this output for what stands behind it. */
  takeEarly?: (port: string, output: BlockOutput) => void;
}

/** One pass over the blocks in a container. */
export interface Iteration {
  index: number;
  /** What `<loop.…>` or `<parallel.…>` gives inside: `item`, `index` and the like. */
  values: Readonly<Record<string, unknown>>;
}

/**
 * `output`: of the last block inside to finish; `field`: resolves a field of `perIteration: 'after'`;
 * `endsAll`: no other iteration can succeed either.
 */
export type IterationEnd =
  | { ok: true; output: unknown; field: (name: string) => FieldValue }
  | { ok: false; error: BlockError; endsAll: boolean };

export type FieldValue = { ok: true; value: unknown } | { ok: false; error: BlockError };

/** The blocks in a container, for its executor. */
export interface ContainerMembers {
  /** Runs them once; what an earlier try of the run has done is not done again. */
  run(iteration: Iteration): Promise<IterationEnd>;
  /** A field of `perIteration: 'before'` in an iteration that has not begun. */
  field(name: string, iteration: Iteration): FieldValue;
  /** Stops the iterations that run now: one has failed. */
  stop(): void;
}

/**
 * `config` has its references resolved: rows are pairs, JSON is text, a `value` keeps its type. Never throws
 * for a remote's doing.
 */
export type BlockExecutor<Resolved = never> = (
  config: Resolved,
  context: ExecutionContext,
) => Promise<BlockResult>;

export type PreviewResult =
  | { ok: true; request: BlockRequest; warnings: string[]; secrets: string[] }
  | { ok: false; error: BlockError };

/** The request an executor would send for the same config, or why there is none. Sends nothing. */
export type BlockPreviewer<Resolved = never> = (config: Resolved) => PreviewResult;
