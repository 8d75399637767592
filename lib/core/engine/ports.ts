import type { ModelClient } from '../../platform/models/contract';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import type { CodeRunner } from '../../platform/sandbox/contract';
import type { BlockError, BlockExecutor, BlockOutput, ExecutionContext, OutputFile } from '../blocks/block';
import type { MaskConnectionAuth, ReadConnectionAuth } from '../blocks/connection-auth';
import type {
  BegunWait,
  CalledWorkflow,
  KnownServers,
  ServerWaitEnd,
  ServerWaitRequest,
  WaitRequest,
  WorkflowCall,
} from '../blocks/outside-work';
import type { Secret } from '../blocks/secret';
import type { PreparedRules } from '../redaction/rules';
import type { ReferenceBudget } from '../references/reference-budget';
import type { Steps } from '../workflow/steps';
import type { IterationPath } from './request-key';
import type { RunEffects, StepEffects } from './run-effect';
import type { TextPiece } from './text-piece';
import type { TraceSpan } from './trace-span';

/** The result of one block in the journal: enough to continue without running the block again. */
export interface JournalEntry {
  blockId: string;
  /** Absent at the top. */
  iteration?: IterationPath;
  /** The number of blocks of its run that finished before; absent in entries of older versions. */
  order?: number;
  /** The output for later blocks: complete, secrets not masked. Only the span may be shown. */
  output: BlockOutput;
  /** The port where the run continued; null if the block was skipped, or failed with nothing to catch it. */
  branch: string | null;
  /** The port that was taken while it still ran. */
  early?: string;
  /** A container's span comes without the spans inside, which have entries of their own. */
  span: TraceSpan;
  /** Credentials found while it ran, to be masked from then on. */
  secrets?: readonly string[];
  files?: readonly OutputFile[];
  /** The requests it sent that may have changed something; secrets masked. */
  effects?: StepEffects;
}

/**
 * An intermediate result of a block, stored until it ends: a run that continues after a crash begins the
 * block again, with its notes. A note is written once.
 */
export interface StepNote {
  /** The `stepKey` of the block. */
  step: string;
  name: string;
  /** JSON; secrets not masked. */
  value: unknown;
  /** The requests sent by then that may have changed something; secrets masked. */
  effects?: StepEffects;
}

/** An event of a running workflow for those who watch it. */
export type RunEvent =
  | { type: 'block-started'; blockId: string; iteration?: IterationPath; startedAt: string }
  | ({ type: 'block-text'; blockId: string; iteration?: IterationPath } & TextPiece)
  | { type: 'block-finished'; blockId: string; iteration?: IterationPath; span: TraceSpan };

/** The step that asks, and a signal that aborts when the answer is no longer wanted. */
interface AskedOutside {
  step: string;
  signal: AbortSignal;
}

export interface OutsideCall extends WorkflowCall, AskedOutside {
  /** Called when the call only waits for another process; its result is called when that wait is over. */
  rest: () => () => void;
  /** The caller's secrets, if its input holds any: the called run masks them too. */
  secrets?: readonly Secret[];
}
export type OutsideWait = WaitRequest & AskedOutside;
export type OutsideServerWait = ServerWaitRequest & AskedOutside;

export interface BegunServerWait {
  /** The time of the first wait of this step, also if the run was resumed meanwhile. */
  startedMs: number;
  /** Never settles for a wait that is released with its run. */
  ended: Promise<ServerWaitEnd>;
}

/** The servers that blocks wait for, outside of the run. */
export interface OutsideServers extends Pick<KnownServers, 'isAway' | 'answered'> {
  wait: (wait: OutsideServerWait) => Promise<BegunServerWait>;
}

/** Everything the engine needs from outside; nothing else reaches it. */
export interface RunPorts {
  /** Executors by block type; unknown types fail the run. */
  executors: ReadonlyMap<string, BlockExecutor>;
  http: OutboundClient;
  /** Limits the rate of requests. */
  pace?: ExecutionContext['pace'];
  /** Runs authors' code in isolation. */
  code?: CodeRunner;
  /** Sends requests to AI models. */
  models?: ModelClient;
  /** Reads the authentication that the workspace's connections send. */
  connectionAuth?: ReadConnectionAuth;
  /** Reads it for previews, without the secrets. */
  maskedAuth?: MaskConnectionAuth;
  /** Milliseconds since 1970. */
  now: () => number;
  /**
   * Values of `{{NAME}}`, the secrets of the workspace. Those that a workflow names are masked wherever
   * a run is shown.
   */
  variables: ReadonlyMap<string, string>;
  /** Names of variables that are not secret, for example the product's own address. */
  plainVariables?: ReadonlySet<string>;
  signal: AbortSignal;
  /** Entries of an earlier try of this run; their blocks are not run again. */
  restored?: readonly JournalEntry[];
  /**
   * Called for each finished block; the blocks after it wait for a returned promise. Its failure ends
   * the run.
   */
  journal?: (entry: JournalEntry) => void | Promise<void>;
  /** Notes of an earlier try about blocks that had not ended. */
  notes?: readonly StepNote[];
  /** Settles once the note is stored, for runs that can continue elsewhere. */
  keepNote?: (note: StepNote) => Promise<void>;
  /** Distinguishes this try of the run from one that a crash ended. */
  tryId?: string;
  onEvent?: (event: RunEvent) => void;
  /** True if the watcher is the caller who gets the blocks' texts as the answer: they are not masked. */
  exactText?: boolean;
  /** Rules by which values are left out of what is stored and shown of the run. */
  redaction?: PreparedRules;
  /** Secrets of the calling run that the input may hold, and values that it has redacted. */
  callersSecrets?: readonly Secret[];
  /** Runs another workflow of the workspace. */
  callWorkflow?: (call: OutsideCall) => Promise<CalledWorkflow>;
  workflowInputs?: ExecutionContext['workflowInputs'];
  /** Settles once the wait is on disk; `ended` never settles for a wait that is released with its run. */
  wait?: (wait: OutsideWait) => Promise<BegunWait>;
  /** The servers that blocks may wait for; absent if the run can't be parked. */
  servers?: OutsideServers;
  /**
   * Called when nothing in the run continues until a wait ends: it may be released, to be resumed later.
   * May be called again if it is not.
   */
  standsStill?: () => void;
  /** The step count that this run shares with the runs around it. */
  steps?: { taken: number };
  /** The budget of its references, shared with the runs around it; by default that of any run. */
  budget?: ReferenceBudget;
  /**
   * For a budget with little room here: lets the run continue elsewhere, from the block that asks for
   * it. Settles only if that is impossible, with the reason.
   */
  leave?: () => Promise<BlockError>;
  /** Does longer work in slices, between which others have the event loop. */
  inSlices?: <Result>(steps: Steps<Result>) => Promise<Result>;
  /**
   * Called whenever the run has the event loop to itself again: before a block's references are
   * resolved, and once the block has ended.
   */
  onTurn?: () => void;
  /** Yields the event loop; called every so many blocks, which may never wait for anything. */
  giveWay?: () => Promise<void>;
  /**
   * Called for an executor that threw, which is a defect: the block fails with `INTERNAL` and a generic
   * message. Without a block id it was masking that failed: the value is withheld. The cause may quote
   * secrets.
   */
  onDefect?: (cause: unknown, blockId: string | null) => void;
}

export interface RunRequest {
  executionId: string;
  input: unknown;
  /** Id of the block that starts the run; by default the Start block, or else the first trigger. */
  entryBlock?: string;
  /** `fail-fast` cancels running branches at the first unhandled failure; `collect` lets them finish. */
  parallelFailure?: 'fail-fast' | 'collect';
}

/** The unmasked result of a run, stored apart from its log for callers that ask later. */
export interface ExactResult {
  /** Stored files are named by id. */
  output: unknown;
  response: RunOutcome['response'];
  error: RunOutcome['error'];
  /** The secrets that may be in it, to be masked in the caller's log. */
  secrets: readonly Secret[];
}

/** A file of the run's log. */
export interface RunFile {
  /** For bytes stored beside the log, derived from them, so that the same file is stored once. */
  id: string;
  name: string;
  contentType: string;
  size: number;
  /** Null for a file that was stored already. */
  base64: string | null;
}

export interface RunOutcome {
  status: 'success' | 'error';
  level: 'info' | 'error';
  /**
   * The Response block's body, else the output of the last block to finish; null if none did. Exact, as
   * callers get it.
   */
  output: unknown;
  /** `output` for those who watch the run: secrets masked. */
  shownOutput: unknown;
  /** `shownOutput` for the log: files are named by id. */
  loggedOutput: unknown;
  /** The result as far as the log masks it and so lacks it; null if the log has everything. */
  exact: ExactResult | null;
  /** The text of the block that wrote last, unmasked; null if none did. */
  written: string | null;
  /** The files stored beside the log. */
  files: readonly RunFile[];
  /** The Response block's HTTP status and headers, for callers that want a plain HTTP response. */
  response: { status: number; headers: Array<[string, string]> } | null;
  /** The failure that ended the run, with the block that caused it. Secrets masked. */
  error: (BlockError & { blockId?: string; blockName?: string }) | null;
  /** The tags that blocks gave the run, in their order. Secrets masked. */
  tags: readonly string[];
  /** The requests it sent that may have changed something; absent if there are none. Secrets masked. */
  effects?: RunEffects;
  /** In the order the blocks finished. */
  traceSpans: TraceSpan[];
}
