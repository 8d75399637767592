import type { BlockError } from './block-error';

/** One pass over the blocks in a container. */
export interface Iteration {
  index: number;
  /** The members of `<loop.…>` or `<parallel.…>` inside: `item`, `index` and the like. */
  values: Readonly<Record<string, unknown>>;
}

/**
 * `output`: that of the last block inside to finish; `field`: resolves a field of
 * `perIteration: 'after'`; `endsAll`: no other iteration can succeed either.
 */
export type IterationEnd =
  | { ok: true; output: unknown; field: (name: string) => FieldValue }
  | { ok: false; error: BlockError; endsAll: boolean };

export type FieldValue = { ok: true; value: unknown } | { ok: false; error: BlockError };

/** The blocks in a container, for its executor. */
export interface ContainerMembers {
  /** Runs them once; work that an earlier try of the run has done is not repeated. */
  run(iteration: Iteration): Promise<IterationEnd>;
  /** Resolves a field of `perIteration: 'before'` in an iteration that has not begun. */
  field(name: string, iteration: Iteration): FieldValue;
  /** Stops the running iterations, because one has failed. */
  stop(): void;
}
