import type { Cost, Limits, LogFile, RunError, TraceSpan, Trigger } from './common.js';

export type LogLevel = 'info' | 'error';
export type LogStatus = 'success' | 'warning' | 'error' | 'cancelled';

export interface LogWorkflow {
  id: string;
  name: string;
  description: string;
  deleted?: boolean;
}

/** A finished run. The last members are there if the query asks for them. */
export interface LogSummary {
  id: string;
  workflowId: string;
  executionId: string;
  /** Null: the draft. */
  version: number | null;
  level: LogLevel;
  status: LogStatus;
  trigger: Trigger;
  tags: string[];
  startedAt: string;
  endedAt: string;
  totalDurationMs: number;
  waitedMs: number;
  /** With `details: 'full'`: of a run that failed and was tried again. */
  tries?: { number: number; total: number };
  /** The whole with `details: 'full'`. */
  cost: Cost | { total: number };
  files: LogFile[] | null;
  payloadDeletedAt?: string;
  workflow?: LogWorkflow;
  error?: { code: string; message: string } | null;
  traceSpans?: TraceSpan[];
  finalOutput?: Record<string, unknown>;
}

/** A line of the export. */
export interface ExportedLog extends LogSummary {
  errorCode: string | null;
  errorMessage: string | null;
}

export interface FoundLog extends ExportedLog {
  match: {
    part: 'input' | 'output' | 'error' | 'finalOutput';
    block: string | null;
    path: string;
    excerpt: string;
  } | null;
}

export interface RepeatedRun {
  logId: string;
  fromBlock: string | null;
}

/** One of the tries of a run that failed; 1 is the first run. */
export interface RunTry {
  number: number;
  logId: string;
  executionId: string;
  /** Null until it has ended. */
  status: LogStatus | null;
  /** When it may begin; null for the first. */
  dueAt: string | null;
  /** The block that it went on from; null: it began at the beginning, or has not begun. */
  fromBlock: string | null;
}

export interface LogDetail {
  id: string;
  workflowId: string;
  executionId: string;
  version: number | null;
  parentExecutionId?: string;
  repeats?: RepeatedRun;
  repeatedBy?: RepeatedRun[];
  /** Set for a run that failed and was tried again: which try this is, and the state of all of them. */
  tries?: { number: number; total: number; succeeded: number | null; runs: RunTry[] };
  level: LogLevel;
  status: LogStatus;
  trigger: Trigger;
  tags: string[];
  startedAt: string;
  endedAt: string;
  totalDurationMs: number;
  waitedMs: number;
  files: LogFile[] | null;
  payloadDeletedAt?: string;
  workflow: LogWorkflow;
  executionData: {
    traceSpans: TraceSpan[];
    finalOutput: Record<string, unknown>;
    error: RunError | null;
  };
  cost: Cost;
  limits: Limits;
}

export interface ExecutionDetail {
  executionId: string;
  workflowId: string;
  version: number | null;
  workflowState: {
    schemaVersion?: number;
    blocks: Record<string, unknown>;
    edges: unknown[];
    loops: Record<string, unknown>;
    parallels: Record<string, unknown>;
  };
  executionMetadata: {
    trigger: Trigger;
    startedAt: string;
    endedAt: string;
    totalDurationMs: number;
    waitedMs: number;
    cost: Cost;
  };
  limits: Limits;
}

/** A request of a run that may have changed something at its server. */
export interface Effect {
  logId: string;
  executionId: string;
  workflowId: string;
  /** Null once the workflow is deleted. */
  workflowName: string | null;
  runStartedAt: string;
  sentAt: string;
  blockId: string;
  blockName: string;
  method: string;
  host: string;
  /** Without the query; secrets are masked. */
  path: string;
  /** `unknown`: no answer was seen, so that it may or may not have been carried out. */
  outcome: 'accepted' | 'refused' | 'unknown';
  status: number | null;
  attempts: number;
  idempotencyKey: string | null;
  /** The number that its run had; the first 100 are kept. */
  runTotal: number;
}

/** Give at least one of tag, host and execution; of several, all must match. */
export interface EffectsQuery {
  workspaceId: string;
  tag?: string;
  host?: string;
  execution?: string;
  /** Rows of a page, 1 to 200; 50 by default. */
  limit?: number;
}

/** All filters must match. Dates are those of a run's start. */
export interface LogFilters {
  workspaceId: string;
  level?: LogLevel;
  statuses?: readonly LogStatus[];
  triggers?: readonly Trigger[];
  workflowIds?: readonly string[];
  /** With their sub-folders. */
  folderIds?: readonly string[];
  minDurationMs?: number;
  maxDurationMs?: number;
  /** In USD. */
  minCost?: number;
  maxCost?: number;
  model?: string;
  /** Runs with one of these. */
  tags?: readonly string[];
  /** Runs with all of these. */
  allTags?: readonly string[];
  executionId?: string;
  startDate?: string | Date;
  endDate?: string | Date;
}

export interface LogDetails {
  details?: 'basic' | 'full';
  includeTraceSpans?: boolean;
  includeFinalOutput?: boolean;
}

export interface LogsQuery extends LogFilters, LogDetails {
  /** `nextCursor` or `resumeCursor` of an earlier page: the list begins behind it. */
  cursor?: string;
  /** In the order `asc`: an empty page, whose `resumeCursor` returns what finishes from now on. */
  begin?: 'now';
  /** Newest first by default. */
  order?: 'asc' | 'desc';
  /** Rows of a page, 1 to 1,000; 100 by default. */
  limit?: number;
}

export interface LogPage {
  data: LogSummary[];
  nextCursor: string | null;
  /** On the last page in the order `asc`. */
  resumeCursor?: string;
  limits: Limits;
}

/** The last line of an export. */
export interface ExportEnd {
  nextCursor: string | null;
  resumeCursor?: string;
  limits: Limits;
}
