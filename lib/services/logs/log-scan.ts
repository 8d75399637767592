import type { StoredStatus } from './log-status';
import type { LogsQuery } from './logs-request';

/** Where a row stands in a walk: walks are sorted by start, then id. */
export interface Position {
  startedAtMs: number;
  id: string;
}

/** The feed numbers a walk covers: above `after`, up to `upTo`. */
export interface SeqRange {
  after: number;
  upTo: number;
}

/** What a row must be, with nothing left to look up. */
export interface LogScan {
  workspaceId: string;
  order: LogsQuery['order'];
  seqs: SeqRange;
  /** Null: any. An empty list matches nothing. */
  workflowIds: string[] | null;
  statuses: StoredStatus[] | null;
  triggers: string[] | null;
  executionId: string | null;
  model: string | null;
  /** Inclusive on both ends. */
  startedMs: readonly [number, number];
  durationMs: readonly [number, number];
  costUsd: readonly [number, number];
}

const MAX_INTEGER = 2_147_483_647;

/** The range in what a column of integers can hold. */
export const integerRange = ([min, max]: readonly [number, number]) => [
  Math.max(min, -MAX_INTEGER),
  Math.min(max, MAX_INTEGER),
];

/** Neither durations nor costs are below zero. */
export const hasRange = ([min, max]: readonly [number, number]): boolean =>
  min > 0 || max < Number.POSITIVE_INFINITY;
