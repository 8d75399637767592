import type { ModelClient } from '../../platform/models/contract';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import type { CodeRunner } from '../../platform/sandbox/contract';
import type { BlockError, BlockExecutor, BlockOutput, ExecutionContext, OutputFile } from '../blocks/block';
import type { MaskConnectionAuth, ReadConnectionAuth } from '../blocks/connection-auth';
import type { BegunWait, CalledWorkflow, WaitRequest, WorkflowCall } from '../blocks/outside-work';
import type { Secret } from '../blocks/secret';
import type { ReferenceBudget } from '../references/reference-budget';
import type { Steps } from '../workflow/steps';
import type { IterationPath } from './request-key';
import type { TextPiece } from './text-piece';
import type { TraceSpan } from './trace-span';

/** Result of one block as the journal keeps it: enough to go on without running the block again. */
export interface JournalEntry {
  blockId: string;
  /** Absent at the top. */
  iteration?: IterationPath;
  /** How many blocks of its run had finished before; absent in entries of older versions. */
  order?: number;
  /** As later blocks see it: whole, secrets not masked. Only the span is fit to be shown. */
  output: BlockOutput;
  /** Port the run went on from; null when the block was skipped, or failed with nothing to catch it. */
  branch: string | null;
  /** Port that was taken while it still ran. */
  early?: string;
  /** Of a container: without what ran inside, which has entries of its own. */
  span: TraceSpan;
  /** Credentials that came up while it ran, to be masked in what follows. */
  secrets?: readonly string[];
  files?: readonly OutputFile[];
}

/**
 * What a block has done of its work, kept until it ends: a run that goes on after a crash begins the block
 * again, with its notes. A note is written once.
 */
export interface StepNote {
  /** `stepKey` of the block. */
  step: string;
  name: string;
  /** JSON; secrets not masked. */
  value: unknown;
}

/** What a running workflow tells whoever watches. */
export type RunEvent =
  | { type: 'block-started'; blockId: string; iteration?: IterationPath; startedAt: string }
  | ({ type: 'block-text'; blockId: string; iteration?: IterationPath } & TextPiece)
  | { type: 'block-finished'; blockId: string; iteration?: IterationPath; span: TraceSpan };

/** Which block asks, in which iteration, and until when it wants to know. */
interface AskedOutside {
  step: string;
  signal: AbortSignal;
}

export interface OutsideCall extends WorkflowCall, AskedOutside {
  /** Told when the call only waits for another process; what it gives is called when that is over. */
  rest: () => () => void;
  /** Those of the caller, when its input holds any: the called run masks them too. */
  secrets?: readonly Secret[];
}
export type OutsideWait = WaitRequest & AskedOutside;

/** Everything the engine needs from outside; nothing else reaches it. */
export interface RunPorts {
  /** Executor of a block type; unknown types fail the run. */
  executors: ReadonlyMap<string, BlockExecutor>;
  http: OutboundClient;
  /** Keeps requests at a rate. */
  pace?: ExecutionContext['pace'];
  /** Runs authors' code, shut in. */
  code?: CodeRunner;
  /** Asks AI models. */
  models?: ModelClient;
  /** Reads what the workspace's connections send. */
  connectionAuth?: ReadConnectionAuth;
  /** The same for previews, without the secrets. */
  maskedAuth?: MaskConnectionAuth;
  /** Milliseconds since 1970. */
  now: () => number;
  /**
   * Values of `{{NAME}}`; secrets of the workspace. Those a workflow names are masked wherever a run is
   * shown.
   */
  variables: ReadonlyMap<string, string>;
  /** Names of variables that are no secrets, for example the product's own address. */
  plainVariables?: ReadonlySet<string>;
  signal: AbortSignal;
  /** Entries of an earlier try of this run; those blocks are not run again. */
  restored?: readonly JournalEntry[];
  /**
   * Told of each finished block, before the blocks after it start when it returns a promise. Its failure ends
   * the run.
   */
  journal?: (entry: JournalEntry) => void | Promise<void>;
  /** Notes of an earlier try about blocks that had not ended. */
  notes?: readonly StepNote[];
  /** Settles once the note is safe, should the run be one that goes on elsewhere. */
  keepNote?: (note: StepNote) => Promise<void>;
  /** Tells this try of the run from one that a crash ended. */
  tryId?: string;
  onEvent?: (event: RunEvent) => void;
  /** Who watches is the caller to whom blocks' texts are the answer: they come unmasked. */
  exactText?: boolean;
  /** Secrets that the input may hold, of the run that calls this one. */
  callersSecrets?: readonly Secret[];
  /** Runs another workflow of the workspace. */
  callWorkflow?: (call: OutsideCall) => Promise<CalledWorkflow>;
  workflowInputs?: ExecutionContext['workflowInputs'];
  /** Settles once the wait is safe on disk; `ended` of one that is let go with its run never settles. */
  wait?: (wait: OutsideWait) => Promise<BegunWait>;
  /**
   * Told when nothing of the run goes on until a wait ends: it may be let go, to be resumed later. May be
   * told again while it is not.
   */
  standsStill?: () => void;
  /** Steps that this run shares with the ones around it. */
  steps?: { taken: number };
  /** What its references may make, together with the runs around it; by default as much as any run. */
  budget?: ReferenceBudget;
  /**
   * Of a budget with little room here: lets the run go on elsewhere, from the block that asks for it. Settles
   * only when that can't be, with the reason.
   */
  leave?: () => Promise<BlockError>;
  /** Does work that takes longer in slices, between which others have the event loop. */
  inSlices?: <Result>(steps: Steps<Result>) => Promise<Result>;
  /**
   * Told whenever the run has the event loop to itself again: before a block's references are resolved, and
   * once the block has ended.
   */
  onTurn?: () => void;
  /** Lets others have the event loop; asked every so many iterations, which may never wait for anything. */
  giveWay?: () => Promise<void>;
  /**
   * Told of an executor that threw: a defect of ours. The block fails with `INTERNAL` and bland words. With
   * no block it was masking: what it was to mask is withheld. The cause may quote secrets.
   */
  onDefect?: (cause: unknown, blockId: string | null) => void;
}

export interface RunRequest {
  executionId: string;
  input: unknown;
  /** Id of the block that starts it; by default the Start block, or the first trigger where there is none. */
  entryBlock?: string;
  /** `fail-fast` cancels running branches at the first unhandled failure; `collect` lets them finish. */
  parallelFailure?: 'fail-fast' | 'collect';
}

/** What a run hands on, kept apart from its log for callers that ask later. */
export interface ExactResult {
  /** Kept files are named by id. */
  output: unknown;
  response: RunOutcome['response'];
  error: RunOutcome['error'];
  /** What may be in it, to be masked in the caller's log. */
  secrets: readonly Secret[];
}

/** A file of the run's log. */
export interface RunFile {
  /** Of bytes that are kept beside the log, drawn from them: the same file is kept once. */
  id: string;
  name: string;
  contentType: string;
  size: number;
  /** Null: a file that was stored as it came. */
  base64: string | null;
}

export interface RunOutcome {
  status: 'success' | 'error';
  level: 'info' | 'error';
  /**
   * The Response block's body, else the output of the last block to finish; null when nothing did. Exact, as
   * callers get it.
   */
  output: unknown;
  /** `output` as those who watch the run see it: secrets masked. */
  shownOutput: unknown;
  /** The same as the log keeps it: files are named by id. */
  loggedOutput: unknown;
  /** What of the result the log doesn't have, because it shows it masked; null when it has all. */
  exact: ExactResult | null;
  /** The text of the block that wrote last, exact; null when none did. */
  written: string | null;
  /** Kept beside the log. */
  files: readonly RunFile[];
  /** The Response block's HTTP status and headers, for callers that want a plain HTTP answer. */
  response: { status: number; headers: Array<[string, string]> } | null;
  /** The failure that ended the run, with the block at fault. Secrets masked. */
  error: (BlockError & { blockId?: string; blockName?: string }) | null;
  /** What blocks tagged the run with, in their order. Secrets masked. */
  tags: readonly string[];
  /** In the order the blocks finished. */
  traceSpans: TraceSpan[];
}
