import type { RunError, TraceSpan, Trigger } from './common.js';

/** The end of a run. `error` is null for a success. */
export interface RunResult<Output = unknown> {
  executionId: string;
  logId: string;
  status: 'success' | 'error';
  output: Output;
  error: RunError | null;
}

export interface RunAccepted {
  executionId: string;
  /** A path of the server. */
  statusUrl: string;
}

/** A wait of a parked run. `url` is the page to answer on; null when nobody is asked. */
export interface ExecutionWait {
  blockId: string;
  iteration?: string;
  dueAt: string | null;
  url: string | null;
  /** The unavailable server that is waited for: scheme, host and port, and since when it is. */
  server?: { origin: string; since: string };
}

/**
 * `held`: its workflow or workspace is on hold, and it starts when that is released. `waiting`: as many run at
 * once as its workflow allows. `delayed`: its time has not come.
 */
export type UnfinishedStatus = 'queued' | 'running' | 'parked' | 'held' | 'waiting' | 'delayed';

export interface ExecutionState {
  executionId: string;
  workflowId: string;
  status: UnfinishedStatus | 'success' | 'error';
  startedAt: string | null;
  /** Null until it has ended. */
  endedAt: string | null;
  logId: string | null;
  output?: unknown;
  error: RunError | null;
  cancelRequested: boolean;
  waits: ExecutionWait[];
}

export interface UnfinishedExecution {
  executionId: string;
  workflowId: string;
  workflowName: string | null;
  status: UnfinishedStatus;
  trigger: Trigger;
  mode: 'sync' | 'async';
  /** Null: the draft. */
  version: number | null;
  acceptedAt: string;
  startedAt: string | null;
  parentExecutionId: string | null;
  cancelRequested: boolean;
  blocksEnded: number | null;
  waits: ExecutionWait[];
  /** Set for a later try of a run that failed. */
  tries?: { number: number; total: number };
  statusUrl: string;
  cancelUrl: string;
}

export interface ExecutionTrace {
  traceSpans: TraceSpan[];
  isShown: boolean;
  logId: string | null;
}

/** An event of `executions.stream`; `run-finished` or `run-parked` is the last. */
export type RunStreamEvent =
  | { type: 'run-started'; executionId: string; logId: string }
  | { type: 'block-started'; blockId: string; iteration?: string; startedAt: string }
  | { type: 'block-text'; blockId: string; iteration?: string; step: number; from: number; text: string }
  | { type: 'block-finished'; blockId: string; iteration?: string; span: TraceSpan }
  | { type: 'run-finished'; answer: RunResult }
  | { type: 'run-parked'; executionId: string; statusUrl: string };

export interface ExecutionsQuery {
  workspaceId: string;
  workflowIds?: readonly string[];
  triggers?: readonly Trigger[];
  statuses?: readonly UnfinishedStatus[];
  /** Rows of a page, 1 to 200; 50 by default. */
  limit?: number;
}

/** Approvals and callbacks that wait for an answer. */
export interface OpenWait {
  kind: 'callback' | 'approval';
  title: string;
  text: string;
  blockId: string;
  iteration?: string;
  /** The page to answer on. Its last part is the token. */
  url: string;
  startedAt: string;
  dueAt: string | null;
  workspaceId: string;
  workspaceName: string;
  workflowId: string;
  workflowName: string;
  executionId: string;
  version: number | null;
  trigger: Trigger;
  runStartedAt: string;
}

export interface WaitPage {
  kind: 'callback' | 'approval';
  title: string;
  text: string;
  fields: Array<{ name: string; label: string; type: 'text' | 'number' | 'boolean'; required: boolean }>;
  state: 'open' | 'answered' | 'expired' | 'ended';
  decision: 'approved' | 'rejected' | null;
  expiresAt: string | null;
  answeredAt: string | null;
}
