/** Why a block failed; stored on its span, and `<block.error>` of the blocks that expose it. */
export interface BlockError {
  code: string;
  message: string;
  /** Config field at fault, where one is. */
  field?: string;
  phase?: string;
  retryable?: boolean;
  retryAfterMs?: number | null;
  attempts?: BlockAttempt[];
  /** Number of the iteration it ended, from 0. */
  iteration?: number;
  /** Which limit was reached, and whose it was. */
  limit?: 'steps' | 'calls' | 'seconds' | 'usd';
  scope?: 'block' | 'run';
}

/** One try of a block that tries again, or asks for several pages. `waitMs`: the pause before it. */
export interface BlockAttempt {
  status: number | null;
  code: string | null;
  startedAt: string;
  durationMs: number;
  waitMs: number;
  /** Number of the page it asked for, from 1, of a block that goes from page to page. */
  page?: number;
}
