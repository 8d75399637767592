import type { BlockAttempt, BlockError } from './block-error';

/** Tokens as the contract counts them, and in the four buckets that have prices of their own. */
export interface TokenCounts {
  /** `input`, `cacheRead` and `cacheWrite` together. */
  prompt: number;
  /** `output`. */
  completion: number;
  total: number;
  /** Neither read from a cache nor written to it. */
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

/** A part of a block's work that is worth a span: an answer of a model, a call of a tool. */
export interface BlockPart {
  kind: 'model' | 'tool';
  name: string;
  startMs: number;
  endMs: number;
  input: unknown;
  output: unknown;
  error: BlockError | null;
  attempts?: BlockAttempt[];
  warnings?: string[];
  model?: string;
  tokens?: TokenCounts;
  /** USD; null when the model has no known price. */
  cost?: number | null;
  costs?: { input: number; output: number };
  /** The table that the cost was calculated from, with its version. */
  prices?: string;
}

/** In USD, in seconds from the run's start, in calls of models and tools; what is absent has no limit. */
export interface SpendingLimits {
  usd?: number | undefined;
  seconds?: number | undefined;
  calls?: number | undefined;
}

/** Shared by all blocks of a run; those that spend add to it. */
export interface RunSpending {
  readonly limits: SpendingLimits;
  readonly startedAtMs: number;
  usd: number;
  calls: number;
}
