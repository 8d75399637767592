import type { BlockError } from './block-error';

/** One pass over the blocks in a container. */
export interface Iteration {
  index: number;
  /** What `<loop.…>` or `<parallel.…>` gives inside: `item`, `index` and the like. */
  values: Readonly<Record<string, unknown>>;
}

/**
 * `output`: of the last block inside to finish; `field`: resolves a field of `perIteration: 'after'`;
 * `endsAll`: no other iteration can succeed either.
 */
export type IterationEnd =
  | { ok: true; output: unknown; field: (name: string) => FieldValue }
  | { ok: false; error: BlockError; endsAll: boolean };

export type FieldValue = { ok: true; value: unknown } | { ok: false; error: BlockError };

/** The blocks in a container, for its executor. */
export interface ContainerMembers {
  /** Runs them once; what an earlier try of the run has done is not done again. */
  run(iteration: Iteration): Promise<IterationEnd>;
  /** A field of `perIteration: 'before'` in an iteration that has not begun. */
  field(name: string, iteration: Iteration): FieldValue;
  /** Stops the iterations that run now: one has failed. */
  stop(): void;
}
