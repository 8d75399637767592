/** A limit of a minute: full again at `resetAt`. */
export interface RateWindow {
  limit: number;
  remaining: number;
  resetAt: string;
}

/** The plan holder's limits and usage at the time of the answer. */
export interface Limits {
  workflowExecutionRateLimit: { sync: RateWindow; async: RateWindow };
  /** In USD. */
  usage: { currentPeriodCost: number; limit: number; plan: string; isExceeded: boolean };
}

export type Trigger = 'api' | 'webhook' | 'schedule' | 'manual' | 'chat';

/** `code` is stable; there may be more members. */
export interface RunError {
  code: string;
  message: string;
  [member: string]: unknown;
}

export interface SpanAttempt {
  status: number | null;
  code: string | null;
  startedAt: string;
  durationMs: number;
  waitMs: number;
  page?: number;
}

/** One block in one run; secrets are masked. The API reference describes further members. */
export interface TraceSpan {
  id: string;
  parentId: string | null;
  blockId: string;
  name: string;
  type: string;
  status: 'success' | 'warning' | 'error' | 'skipped' | 'cancelled';
  startTime: string;
  endTime: string;
  durationMs: number;
  input: unknown;
  output: unknown;
  error: RunError | null;
  attempts?: SpanAttempt[];
  warnings?: string[];
  /** In USD; null if no price is known. */
  cost?: number | null;
  model?: string;
  iteration?: number;
  children: TraceSpan[];
}

export interface Tokens {
  prompt: number;
  completion: number;
  total: number;
}

/** In USD. */
export interface Cost {
  total: number;
  tokens: Tokens;
  models: Record<string, { input: number; output: number; total: number; tokens: Tokens }>;
  /** Models whose price is not known: what they cost is in none of the sums. */
  unpriced?: string[];
}

/** A binary output of a run; `size` in bytes. */
export interface LogFile {
  id: string;
  name: string;
  contentType: string;
  size: number;
  url: string;
}

/** The answer of a `put`. `changed`: false if it was as given already, so that nothing was written. */
export interface Kept<Data> {
  data: Data;
  changed: boolean;
}
