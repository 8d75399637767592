import type { Secret } from '../../../core/blocks/secret';
import type { Trigger } from '../../../core/blocks/trigger';
import type { RunFile } from '../../../core/engine/ports';
import type { StepEffects } from '../../../core/engine/run-effect';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { newId } from '../../../platform/ids';
import { type Environment, environmentOf } from '../../variables/environment';
import type { PlaceInLine } from './place-in-line';

/**
 * An accepted execution, as `runtime.execution` keeps it until it has finished. Times are milliseconds since
 * 1970.
 */
export interface ExecutionRow {
  executionId: string;
  logId: string;
  workspaceId: string;
  workflowId: string;
  /** SHA-256, in hex, of the workflow as it was when accepted. */
  snapshotHash: string;
  /** The published version that it runs; null: the draft. */
  version: number | null;
  /** The environment whose values of variables it uses: its version's, or that of the run that called it. */
  environment: Environment;
  trigger: Trigger;
  /** Id of the block that starts the run, where a trigger's block does. */
  entryBlock?: string;
  /** A synchronous run lives and dies with its process; one that must be resumed becomes asynchronous. */
  mode: 'sync' | 'async';
  /** Plan holder whose limits and usage it counts against. */
  holderId: string;
  /** JSON text. */
  input: string;
  /** The secrets of the run that calls it, when the input holds any. */
  secrets?: readonly Secret[];
  /** The input is stored sealed. */
  isSealed?: boolean;
  /** The input is to be stored sealed, because its log redacts values; absent if that is not known. */
  sealsInput?: boolean;
  acceptedAtMs: number;
  /** The tags that its caller set. */
  tags?: readonly string[];
  /** For a failure notice, the execution that failed. */
  failureOf?: string;
  /** For a later try, the execution that was tried first; a sealed input stays sealed for that one. */
  firstExecutionId?: string;
  /** The call, if another execution called it. */
  call?: ExecutionCall;
  /** The span that its trace continues from: its caller's, or that of the block that called it. */
  traceparent?: string;
  /** When it may begin, if not at once; read only where it is stored first. */
  place?: PlaceInLine;
}

/** The ids by which a run is found. */
export type RunIds = Pick<ExecutionRow, 'executionId' | 'logId' | 'workspaceId'>;

/** A version of a workflow, as the rows of its runs name it. */
export type VersionOfRun = Pick<
  ExecutionRow,
  'workflowId' | 'workspaceId' | 'holderId' | 'snapshotHash' | 'version' | 'sealsInput'
>;

/** The properties that a new execution may set; the others come from its workflow. */
export interface NewExecution
  extends Pick<ExecutionRow, 'trigger' | 'mode' | 'input'>,
    Partial<Pick<ExecutionRow, 'environment' | 'secrets' | 'isSealed' | 'acceptedAtMs'>> {
  /** New ids, unless the execution is to be found again under these. */
  ids?: Pick<ExecutionRow, 'executionId' | 'logId'>;
  entryBlock?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  failureOf?: string | null | undefined;
  firstExecutionId?: string | null | undefined;
  call?: ExecutionCall | null | undefined;
  traceparent?: string | null | undefined;
  place?: PlaceInLine | null | undefined;
}

/**
 * Builds every row of an execution, so that a property of runs is added in one place: here and in
 * `insert-executions.ts`. Nothing is stored yet. By default it is accepted now, and uses the values of
 * variables that its version has.
 */
export function executionRow(version: VersionOfRun, execution: NewExecution): ExecutionRow {
  const { acceptedAtMs = Date.now(), ids, entryBlock, tags, failureOf, firstExecutionId, call } = execution;
  const { secrets, isSealed, traceparent, place } = execution;
  const { executionId, logId } = ids ?? { executionId: newId(acceptedAtMs), logId: newId(acceptedAtMs) };
  return {
    executionId,
    logId,
    workspaceId: version.workspaceId,
    workflowId: version.workflowId,
    snapshotHash: version.snapshotHash,
    version: version.version,
    environment: execution.environment ?? environmentOf(version.version),
    trigger: execution.trigger,
    mode: execution.mode,
    holderId: version.holderId,
    input: execution.input,
    acceptedAtMs,
    ...(entryBlock != null && { entryBlock }),
    ...(tags != null && { tags }),
    ...(failureOf != null && { failureOf }),
    ...(firstExecutionId != null && { firstExecutionId }),
    ...(call != null && { call }),
    ...(traceparent != null && { traceparent }),
    ...(place != null && { place }),
    ...(secrets !== undefined && { secrets }),
    ...(isSealed !== undefined && { isSealed }),
    ...(version.sealsInput !== undefined && { sealsInput: version.sealsInput }),
  };
}

export interface ExecutionCall {
  parentId: string;
  /** The first of those that called each other. */
  rootId: string;
  /** Levels below it. */
  depth: number;
}

/** A finished execution: its log and payload. The texts are JSON. */
export interface CompletionRow {
  execution: ExecutionRow;
  /**
   * True if `runtime.execution` holds its row, which must then still be ours. A row that may be there is
   * released with the end, but need not be there.
   */
  hasRow: boolean | 'maybe';
  level: 'info' | 'error';
  /** Finer than the level: of `info`, that something failed unseen; of `error`, that it was stopped. */
  ending?: 'warning' | 'cancelled' | undefined;
  startedAtMs: number;
  endedAtMs: number;
  /** Milliseconds of that time in which it did nothing but wait. */
  waitedMs?: number;
  costTotal: number;
  /** Its caller's, then those of its blocks. */
  tags?: readonly string[];
  traceSpans: string;
  /** The spans of that text, for a collector of traces. */
  spans?: readonly TraceSpan[];
  finalOutput: string;
  cost: string;
  error: string | null;
  /** JSON of an `ExactResult`; it is sealed as it is written. */
  exact?: string | null;
  files?: readonly RunFile[];
  /** The requests with which it wrote to other servers, if these are kept. */
  effects?: StepEffects | undefined;
}
