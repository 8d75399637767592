export const DIFFERENCE_KINDS = ['branch', 'request', 'unanswered', 'output', 'error', 'result'] as const;

/**
 * `branch`: it ran, or did not; `request`: the request it sends; `unanswered`: nothing recorded answers
 * it, so nothing after it is known; `output` and `error` of a block; `result`: of the whole run.
 */
export interface Difference {
  kind: (typeof DIFFERENCE_KINDS)[number];
  /** Null for a difference of the whole run. */
  blockId: string | null;
  blockName: string | null;
  iteration?: string;
  /** The recorded and the replayed value; large values are shortened. */
  before: unknown;
  after: unknown;
}
