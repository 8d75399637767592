/** The reason for a block's failure; stored on its span, and `<block.error>` of the blocks that expose it. */
export interface BlockError {
  code: string;
  message: string;
  /** The config field at fault, if there is one. */
  field?: string;
  phase?: string;
  retryable?: boolean;
  retryAfterMs?: number | null;
  attempts?: BlockAttempt[];
  /** Number of the iteration that it ended, from 0. */
  iteration?: number;
  /** The limit that was reached, and its owner. */
  limit?: 'steps' | 'calls' | 'seconds' | 'usd';
  scope?: 'block' | 'run';
}

/** One attempt of a block that retries or requests several pages. `waitMs`: the pause before it. */
export interface BlockAttempt {
  status: number | null;
  code: string | null;
  startedAt: string;
  durationMs: number;
  waitMs: number;
  /** Number of the requested page, from 1, for blocks with pagination. */
  page?: number;
}
