import type { RunOutcome } from '../../../core/engine/ports';
import type { ErrorCode, FieldIssue } from '../../../platform/errors';
import type { OutboundResult } from '../../../platform/outbound-http/contract';
import type { DatabaseFault } from '../../../platform/postgres/database-faults';
import type { LeaseTiming } from '../../../platform/postgres/process-lease';
import type { Variables } from '../../variables/read-variables';
import type { BlockContext } from '../shapes/block-context';
import type { ExecutionRow } from '../shapes/execution-row';
import type { KeyQuestion } from '../shapes/key-question';
import type { ReplayChoice } from '../shapes/replay-version';
import type { IdempotencyKey, RequestedRun } from '../shapes/requested-run';
import type { EndedLarge, Parked, TakenOver } from '../shapes/run-end';
import type { RunLimits } from '../shapes/run-limits';

/** The first message to a process for runs. */
export interface ProcessSettings {
  /** The process that owns its executions. */
  processId: string;
  timing: LeaseTiming;
  /** Megabytes that a run may hold between two of its blocks. */
  heapMb: number;
  /** The time that `FollowedLease` describes. */
  renewedAtMs: number | null;
}

/** A request that a run had made before it came here; `result` is null while its answer is on the way. */
export interface MadeRequest {
  /** The block's key; null for a request that isn't the block's own, for a token. */
  idempotencyKey: string | null;
  method: string;
  url: string;
  result: OutboundResult | null;
}

/** An execution whose values are large, from its start or from where it stands. */
export interface RunTask {
  kind: 'run';
  row: ExecutionRow;
  /** JSON, in UTF-8; null when it is to be read from the execution's row. `row.input` is not looked at. */
  input: Uint8Array | null;
  variables: Variables;
  startedAtMs: number;
  /** JSON of its `Journal` up to here; `stored` when that is to be read. */
  journal: string;
  requests: MadeRequest[];
  /** An event loop stood still on it. */
  isSuspect: boolean;
  wantsEvents: boolean;
  /** Blocks' texts come unmasked in the events: they are their caller's answer. */
  exactText: boolean;
  /** `shown`: secrets masked. */
  wantsAnswer: 'exact' | 'shown' | 'none';
}

/** One block by itself, with large values. */
export interface SingleBlockTask {
  kind: 'alone';
  verb: 'send' | 'preview';
  found: BlockContext;
  /** JSON of an `SingleBlockBody`, in UTF-8. */
  body: Uint8Array;
  requests: MadeRequest[];
}

/** A past run whose values are large, replayed from its log. */
export interface ReplayTask {
  kind: 'replay';
  workspaceId: string;
  logId: string;
  version: ReplayChoice;
  /** What it answers: what differs, or what a new run would come to. */
  wants: 'replay' | 'forecast';
}

/** A past run, replayed with a fault at each of its requests. */
export interface RehearseTask {
  kind: 'rehearse';
  workspaceId: string;
  logId: string;
  version: ReplayChoice;
  seed: number;
}

/** A process's report on a run at its end. */
export type RunReport = Parked | RecordedReport | LostReport;

interface EndReport {
  status: RunOutcome['status'];
  /** The code of the error that ended it. */
  errorCode: string | null;
  /** What it has spent, as its log has it: the metrics are those of the process that is asked for them. */
  cost: string;
}

/** Its log is on disk. */
interface RecordedReport extends EndReport, Omit<EndedLarge, 'kind'> {
  kind: 'recorded';
}

/** Another process had taken the execution over. */
interface LostReport extends EndReport, TakenOver {}

/** A body of a run's start, of a batch, or of a block alone: is it JSON, and of the right shape? */
export interface CheckTask {
  kind: 'check';
  of: 'start' | 'batch' | 'alone';
  /** JSON. */
  text: string;
}

/** A queued execution's row with an input too large to be written from the event loop. */
export interface AcceptTask {
  kind: 'accept';
  row: ExecutionRow;
  input: Uint8Array;
  /** Its caller's, which is used up in the same statement. */
  key: IdempotencyKey | null;
  /** The rules of its workflow, if they decide before the answer whether it is accepted. */
  limits: RunLimits | null;
}

/** The key of a start with a large input, by which its workflow limits how many run at once. */
export interface StartKeyTask {
  kind: 'startKey';
  question: KeyQuestion;
  input: Uint8Array;
}

/** A task for the fingerprint that tells whether a run with this input was asked for before. */
export interface FingerprintTask {
  kind: 'fingerprint';
  asked: Omit<RequestedRun, 'input'>;
  input: Uint8Array;
}

/**
 * A queued execution whose process was lost: it ends with this error, and with what its journal tells of
 * finished blocks.
 */
export interface EndTask {
  kind: 'end';
  row: ExecutionRow;
  startedAtMs: number;
  error: { code: string; message: string };
}

export type BodyProcessTask = CheckTask | AcceptTask | StartKeyTask | FingerprintTask | EndTask;
/** Takes a process for as long as it lasts. */
export type LongTask = RunTask | SingleBlockTask | ReplayTask | RehearseTask;
export type ProcessTask = LongTask | BodyProcessTask;

/**
 * The result of each task; `check`: JSON of the input, of a batch's inputs (one a line) or of the block's
 * body, in UTF-8; `alone`, `replay`, `rehearse`: JSON of the answer, in UTF-8; `accept`: false when the key was
 * another's meanwhile.
 */
export interface TaskResults {
  run: RunReport;
  alone: Uint8Array;
  replay: Uint8Array;
  rehearse: Uint8Array;
  check: Uint8Array<ArrayBuffer>;
  accept: boolean;
  startKey: string;
  fingerprint: Uint8Array;
  end: Exclude<RunReport, Parked>;
}

export interface ProcessEvent {
  type: 'block-started' | 'block-text' | 'block-finished';
  /** The block and its iteration: `stepKey`. */
  step: string;
  /** The whole `RunEvent`. */
  json: string;
}

export type ToProcess =
  | { type: 'begin'; settings: ProcessSettings }
  | { type: 'task'; id: number; task: ProcessTask }
  | { type: 'cancel'; id: number }
  | { type: 'lease'; renewedAtMs: number }
  | { type: 'answered'; id: number; index: number; result: OutboundResult };

export type FromProcess =
  | { type: 'event'; id: number; event: ProcessEvent }
  | { type: 'done'; id: number; result: TaskResults[keyof TaskResults] }
  | { type: 'failed'; id: number; failure: ProcessFailure };

export type ProcessFailure =
  | {
      kind: 'expected';
      code: ErrorCode;
      message: string;
      issues: FieldIssue[];
      headers: Record<string, string>;
    }
  | { kind: 'database'; fault: DatabaseFault }
  /** The process has logged it. */
  | { kind: 'defect' };
