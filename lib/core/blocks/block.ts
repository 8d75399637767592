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
import type { Container, Note, OutsideWork, SetOfRun, StartsRuns } from './capabilities';
import type { MaskConnectionAuth, ReadConnectionAuth } from './connection-auth';
import type { ContainerMembers } from './container-members';
import type { Field } from './field';
import type { BlockImporter } from './import-export';
import type {
  BegunWait,
  BlockNotes,
  CalledWorkflow,
  KnownServers,
  WaitRequest,
  WorkflowCall,
  WorkflowInput,
} from './outside-work';
import type { OutputField } from './value-shape';

/**
 * A place where edges start. `error` ports are taken when the block fails, `early` ones while it still runs.
 */
export interface OutputPort {
  id: string;
  label: string;
  kind: 'normal' | 'error' | 'branch' | 'early';
}

/**
 * The elements of an SVG image with their attributes, drawn as outlines: 24 by 24 units, lines 2 wide
 * with round ends. lucide.dev has hundreds that fit.
 */
export type IconDrawing = ReadonlyArray<
  readonly [element: 'path' | 'circle' | 'rect' | 'line', attributes: Readonly<Record<string, string>>]
>;

/** A change of a block's config that older documents have not gone through. */
export interface ConfigMigration {
  /** The first `schemaVersion` (`lib/core/workflow/migrate-document.ts`) whose configs have the new form. */
  to: number;
  /** A pure function of the stored value, whatever that holds; it never throws. */
  migrate: (config: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

export interface BlockDefinition<Config extends z.ZodType = z.ZodType> {
  type: string;
  title: string;
  description: string;
  /** What other tools and programmers call it: the palette finds it by them. Lower case, one word each. */
  synonyms: readonly string[];
  icon: IconDrawing;
  /** zod schema of the authored config; every key but the required ones has a default. */
  config: Config;
  /** Steps from older forms of `config` to this one, the oldest first. */
  migrations?: readonly ConfigMigration[];
  /** The inputs of the form in their order, one for each key of `config`. */
  fields: readonly Field[];
  /** False for a trigger and a note, into which nothing leads; `defineBlock` sets it. */
  hasInput: boolean;
  ports: (config: z.output<Config>) => OutputPort[];
  /** The port taken after a success with this output, for blocks with branches; `out` unless given. */
  branchTaken?: (output: Readonly<Record<string, unknown>>) => string | null;
  outputs: (config: z.output<Config>) => OutputField[];
  /** The output of a failure before the block runs; by default every output but `error` is null. */
  failedOutput?: (error: BlockError) => BlockOutput;
  trigger?: StartsRuns<z.output<Config>>;
  container?: Container;
  note?: Note;
  sets?: SetOfRun;
  /** Name of the output with a text for people, which is shown while it is written. */
  writesText?: string;
  outsideWork?: OutsideWork<z.output<Config>>;
  /** The connections that a config names besides those of fields of the kind `auth`, with their places. */
  connections?: (config: z.output<Config>) => ReadonlyArray<{ field: string; id: string }>;
  /** Problems zod can't see, at edit time: message, and field or a place in it (`headers.2.value`). */
  check?: (config: z.output<Config>) => Array<{ field: string; message: string }>;
  /** Settings that run, but perhaps not as meant; the same form as `check`. */
  doubts?: (config: z.output<Config>) => Array<{ field: string; message: string }>;
  /** Texts outside the references of a run whose `{{NAME}}`s are filled in before one starts, such as secrets. */
  startTexts?: (config: z.output<Config>) => Array<{ field: string; text: string }>;
  /** One line for the node on the canvas, for example `GET example.com/users`. */
  summary?: (config: z.output<Config>) => string;
  importers?: readonly BlockImporter[];
}

export type { BlockAttempt, BlockError };

export type BlockOutput = Record<string, unknown>;

/** A request ready to be sent; the first `authoredHeaders` of its headers are the author's own rows. */
export interface BlockRequest {
  request: OutboundRequest;
  authoredHeaders: number;
}

/** The last request of a block, with the measurements of its response; shown, never stored. */
export interface BlockExchange extends BlockRequest {
  /** Null without a response. */
  timing: OutboundResponse['timing'] | null;
  /** Decoded; null without a response. */
  responseBody: Uint8Array | null;
  /** Size in bytes, for a response that is kept as a file. */
  fileBytes?: number;
  /** Size in bytes of all pages, for a response in several; the rest tells of the last. */
  pagesBytes?: number;
}

/** Bytes that are no text. */
export interface BinaryData {
  contentType: string | null;
  /** Size in bytes. */
  size: number;
  base64: string;
  /** The name of the file at its source, if known. */
  name?: string;
}

/** A member of an output that is `BinaryData` or a `FileReference`; `name`: the file's name. */
export interface OutputFile {
  member: string;
  name: string;
}

interface BlockFindings {
  output: BlockOutput;
  /** The value that it worked on, for the span, if that isn't its config. */
  received?: unknown;
  warnings?: string[];
  attempts?: BlockAttempt[];
  /** Redirects of the request that gave the output. */
  redirects?: OutboundRedirect[];
  /** The outcomes of the assertions on the response. */
  assertions?: AssertionResult[];
  exchange?: BlockExchange;
  /** Stored beside the log, not in it. */
  files?: readonly OutputFile[];
  /** Credentials that came up during the work, for example a fetched token: masked from here on. */
  secrets?: string[];
}

/**
 * `branch`: the port taken (default `out`). `continuable`: without an error port the run continues, and
 * the span is a warning.
 */
export type BlockResult =
  | (BlockFindings & { ok: true; branch?: string })
  | (BlockFindings & { ok: false; error: BlockError; continuable: boolean });

/** A block that runs later in the run. */
export interface Follower {
  /** Resolved; outputs of the blocks in between are `LaterValue`s. */
  config: Readonly<Record<string, unknown>>;
  idempotencyKey: string;
}

/** Receives a text in parts. */
export interface TextWatcher {
  add(text: string): void;
  /** Receives the whole text, once it is known. */
  end(text: string): void;
}

export interface ExecutionContext {
  /** The run's input, as the caller sent it. */
  input: unknown;
  /** The only way to the network; guarded. */
  http: OutboundClient;
  /** Limits the rate of requests to each server, together with all others of the workspace that have one. */
  pace?: (rate: { max: number; perMs: number }) => RequestPace;
  /** Runs authors' code in a sandbox; absent if no code may run. */
  code?: CodeRunner;
  /** Asks AI models; absent if none may be asked. */
  models?: ModelClient;
  /** Reads the authentication of the workspace's connections; absent if there are none. */
  connectionAuth?: ReadConnectionAuth;
  /** Receives a finished part of the block's work, which then has a span of its own. */
  onPart?: (part: BlockPart) => void;
  /** Shows the text of a step, counted from 1, as it arrives; absent if nobody watches the run. */
  watchText?: (step: number) => TextWatcher;
  /** The run's spending on models and tools so far, with its limits; absent outside of a run. */
  spending?: RunSpending;
  /** True if a text holds a secret of the run. */
  holdsSecret?: (text: string) => boolean;
  /** Masks the secrets in a JSON value, for values that a model reads. */
  mask?: (value: unknown) => unknown;
  /** Masks credentials that came up, in everything from here on; absent outside of a run. */
  conceal?: (secrets: readonly string[]) => void;
  /** Aborted when the run is cancelled or has failed elsewhere. */
  signal: AbortSignal;
  /** The same for every attempt of this block in this run, also after a crash and resume. */
  idempotencyKey: string;
  /** Milliseconds since 1970; the system's clock unless given. */
  now?: () => number;
  /** The blocks that run next if this one succeeds, as far as they are of the same type. */
  followers?: () => readonly Follower[];
  /** Containers only. */
  members?: ContainerMembers;
  /** Runs another workflow of the workspace; absent if a block runs alone. */
  callWorkflow?: (call: WorkflowCall) => Promise<CalledWorkflow>;
  /** Returns the inputs of a workflow of the workspace; null if no workflow has that id. */
  workflowInputs?: (workflowId: string) => Promise<readonly WorkflowInput[] | null>;
  /** Waits without holding resources; absent if a block runs alone. */
  wait?: (request: WaitRequest) => Promise<BegunWait>;
  /** Servers that it may wait for; absent if its run can't be parked. */
  servers?: KnownServers;
  /** Notes on its work, kept until it ends; absent if a block runs alone. */
  notes?: BlockNotes;
  /** Tells of a request that a try of the run which died may have sent; absent outside of a run. */
  lostRequest?: (lost: LostRequest) => void;
  /** Takes an `early` port, with this output for the blocks after it. */
  takeEarly?: (port: string, output: BlockOutput) => void;
}

/** A request whose outcome nobody has seen. */
export interface LostRequest {
  request: Pick<OutboundRequest, 'method' | 'url' | 'headers'>;
  idempotencyKey: string;
}

/**
 * Runs a block. `config` has its references resolved: rows are pairs, JSON is text, a `value` keeps its
 * type. Never throws for a failure of the remote side. Fails on everything the definition's `check`
 * rejects, because a run calls it anyway. Returns every declared output, also in a failure: null if
 * there is none. Returns `CANCELLED` immediately when `context.signal` is aborted. Core has no clock,
 * network or timers: everything from outside is in `context`. Work that must not be repeated after a
 * crash is noted first (`context.notes`, `unknown-outcome.ts`). Anything else a block needs becomes a
 * member of `ExecutionContext` and `RunPorts`, passed on in `execution-context.ts` and `block-alone.ts`.
 */
export type BlockExecutor<Resolved = never> = (
  config: Resolved,
  context: ExecutionContext,
) => Promise<BlockResult>;

export type PreviewResult =
  | { ok: true; request: BlockRequest; warnings: string[]; secrets: string[] }
  | { ok: false; error: BlockError };

/** Returns the request an executor would send for the same config, or why there is none. Sends nothing. */
export type BlockPreviewer<Resolved = never> = (
  config: Resolved,
  context: { maskedAuth?: MaskConnectionAuth },
) => Promise<PreviewResult>;
