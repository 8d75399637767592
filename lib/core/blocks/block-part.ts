import type { BlockAttempt, BlockError } from './block-error';

/** Token counts as the contract defines them, and by the four classes that have prices of their own. */
export interface TokenCounts {
  /** `input`, `cacheRead` and `cacheWrite` together. */
  prompt: number;
  /** `output`. */
  completion: number;
  total: number;
  /** Tokens neither read from a cache nor written to it. */
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

/** A part of a block's work with a span of its own: an answer of a model, a call of a tool. */
export interface BlockPart {
  kind: 'model' | 'tool';
  name: string;
  startMs: number;
  endMs: number;
  input: unknown;
  output: unknown;
  error: BlockError | null;
  /** True for a failure that ends nothing: the block went on with what it got. */
  wentOn?: boolean;
  attempts?: BlockAttempt[];
  warnings?: string[];
  model?: string;
  tokens?: TokenCounts;
  /** USD; null when the model has no known price. */
  cost?: number | null;
  costs?: { input: number; output: number };
  /** The price table from which the cost was calculated, with its version. */
  prices?: string;
}

/** In USD, in seconds from the run's start, in calls of models and tools; an absent one is no limit. */
export interface SpendingLimits {
  usd?: number | undefined;
  seconds?: number | undefined;
  calls?: number | undefined;
}

/** The spending of a run, shared by all of its blocks; those that spend add to it. */
export interface RunSpending {
  readonly limits: SpendingLimits;
  readonly startedAtMs: number;
  usd: number;
  calls: number;
}
