export const DIFFERENCE_KINDS = ['branch', 'request', 'unanswered', 'output', 'error', 'result'] as const;

/**
 * `branch`: it ran, or did not; `request`: what it sends; `unanswered`: nothing recorded answers it, so what
 * comes after is not known; `output` and `error` of a block; `result`: of the whole run.
 */
export interface Difference {
  kind: (typeof DIFFERENCE_KINDS)[number];
  /** Null: the run's. */
  blockId: string | null;
  blockName: string | null;
  iteration?: string;
  /** As recorded, and as replayed; large values are shortened. */
  before: unknown;
  after: unknown;
}
