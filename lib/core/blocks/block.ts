import type { z } from 'zod';
import type { ModelClient } from '../../platform/models/contract';
import type {
  OutboundClient,
  OutboundRedirect,
  OutboundRequest,
  OutboundResponse,
  RequestPace,
} from '../../platform/outbound-http/contract';
import type { CodeRunner } from '../../platform/sandbox/contract';
import type { AssertionResult } from './assertions';
import type { BlockAttempt, BlockError } from './block-error';
import type { BlockPart, RunSpending } from './block-part';
import type { MaskConnectionAuth, ReadConnectionAuth } from './connection-auth';
import type { ContainerMembers } from './container-members';
import type { Field } from './field';
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
  /** Those that are known before any run: what they are unless a run is given something else. */
  defaultOutputs?: (config: z.output<Config>) => Readonly<Record<string, unknown>>;
  /** The port that a success with this output goes on from, for blocks with branches; `out` unless given. */
  branchTaken?: (output: Readonly<Record<string, unknown>>) => string | null;
  /** May put out more than `outputs` lists. */
  openOutputs?: boolean;
  /** At most so many in a workflow. */
  limit?: number;
  /** Its output `{status, headers, body}` is the run's answer; the first such block to finish gives it. */
  answersRun?: boolean;
  /** It never runs: the canvas shows these fields' text and colour. Without ports, input and executor. */
  note?: { textField: string; colourField: string };
  /** Name of the output with a text for people, which is seen while it is written. */
  writesText?: string;
  /** What it puts out is `<variable.name>` from then on, wherever in the run. */
  setsVariables?: boolean;
  /** The texts of its output `tags` tag the run. */
  setsTags?: boolean;
  /**
   * It sends an HTTP request: names of the outputs that hold the parts of the response. It needs a line among
   * the `previewers` in `registry/executors.ts`.
   */
  sendsRequest?: { status: string; headers: string; body: string };
  /** With this config a response whose status says failure can be continued from. */
  continuesOnStatus?: (config: z.output<Config>) => boolean;
  /** It sends requests or asks models: a replay takes what was recorded of it. */
  reachesOut?: boolean;
  /** With this config it may wait for what outlives a process: a run of it can be parked. */
  mayWait?: (config: z.output<Config>) => boolean;
  /** It starts executions: the name of the output that holds the id of one. */
  startsExecution?: string;
  /** Other blocks lie in it (their `parentId`) and run once for each of its iterations. */
  container?: ContainerTraits;
  /** Problems zod can't see, at edit time: the words, and the field or a place in it (`headers.2.value`). */
  check?: (config: z.output<Config>) => Array<{ field: string; message: string }>;
  /** What runs, but perhaps not as meant, likewise. */
  doubts?: (config: z.output<Config>) => Array<{ field: string; message: string }>;
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
  /** What it is called where it comes from, if that is known. */
  name?: string;
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
  /** That the request which gave the output was led by. */
  redirects?: OutboundRedirect[];
  /** What was to hold of the response, and whether it did. */
  assertions?: AssertionResult[];
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

/** A block whose turn comes later in the run. */
export interface Follower {
  /** Resolved; what blocks in between will put out stands in it as `LaterValue`s. */
  config: Readonly<Record<string, unknown>>;
  idempotencyKey: string;
}

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
  /** Reads what the workspace's connections send; absent where there are none. */
  connectionAuth?: ReadConnectionAuth;
  /** Takes a finished part of the block's work, which then has a span of its own. */
  onPart?: (part: BlockPart) => void;
  /** Shows the text of a step, counted from 1, as it comes; absent when nobody watches the run. */
  watchText?: (step: number) => TextWatcher;
  /** What the run has spent on models and tools up to now, and may; absent outside of a run. */
  spending?: RunSpending;
  /** Whether a text holds a secret of the run. */
  holdsSecret?: (text: string) => boolean;
  /** A JSON value as those see it who may not read secrets: for what is told to a model. */
  mask?: (value: unknown) => unknown;
  /** Aborted when the run is cancelled or has failed elsewhere. */
  signal: AbortSignal;
  /** The same for every attempt of this block in this run, also after a crash and resume. */
  idempotencyKey: string;
  /** Milliseconds since 1970; the system's clock unless given. */
  now?: () => number;
  /** What runs next if this block succeeds, as far as it is of the same type. */
  followers?: () => readonly Follower[];
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

/**
 * `config` has its references resolved: rows are pairs, JSON is text, a `value` keeps its type. Never throws
 * for a remote's doing. Fails on what the definition's `check` objects to: a run calls it anyway. Returns
 * every declared output, also in a failure: null where there is none. Returns `CANCELLED` at once when
 * `context.signal` is aborted. Core has no clock, network or timers: everything from outside is in
 * `context`. What must not be done twice after a crash is noted first (`context.notes`,
 * `unknown-outcome.ts`). What a block needs beyond that becomes a member of `ExecutionContext` and
 * `RunPorts`, handed over in `execution-context.ts` and `block-alone.ts`.
 */
export type BlockExecutor<Resolved = never> = (
  config: Resolved,
  context: ExecutionContext,
) => Promise<BlockResult>;

export type PreviewResult =
  | { ok: true; request: BlockRequest; warnings: string[]; secrets: string[] }
  | { ok: false; error: BlockError };

/** The request an executor would send for the same config, or why there is none. Sends nothing. */
export type BlockPreviewer<Resolved = never> = (
  config: Resolved,
  context: { maskedAuth?: MaskConnectionAuth },
) => Promise<PreviewResult>;
