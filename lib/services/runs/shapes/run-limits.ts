/**
 * The end of a start while as many runs go on as may: `wait`: it waits in order; `replace`: it waits, and
 * the one of its key that waited before ends; `skip`: it ends without a run; `refuse`: its caller gets 429.
 */
export const BEYOND = ['wait', 'replace', 'skip', 'refuse'] as const;
export type Beyond = (typeof BEYOND)[number];

/** The input of a run that many starts became: the last one's, or that with all of them as `inputs`. */
export const DEBOUNCED_INPUTS = ['last', 'all'] as const;
export type DebouncedInputs = (typeof DEBOUNCED_INPUTS)[number];

/** The limits of the runs of a workflow that go on at once. */
export interface RunLimits {
  /** Null: any number. */
  atOnce: number | null;
  /** Runs with the same key; null: any number. */
  perKey: number | null;
  /** A text with references to what the run starts with, such as `<start.customer>`. */
  key: string | null;
  beyond: Beyond;
  /** Starts of a key within this time become one run; null: each has its own. */
  debounceSeconds: number | null;
  debounceInputs: DebouncedInputs;
}

/** Returns true if runs of it wait for their turn. */
export const limitsRuns = ({ atOnce, perKey }: RunLimits): boolean => atOnce !== null || perKey !== null;

/** A row of `runtime.run_limit`. */
export interface StoredLimits {
  at_once: number | null;
  per_key: number | null;
  key: string | null;
  beyond: Beyond;
  debounce_seconds: number | null;
  debounce_inputs: DebouncedInputs;
}

export const limitsOfStored = (row: StoredLimits): RunLimits => ({
  atOnce: row.at_once,
  perKey: row.per_key,
  key: row.key,
  beyond: row.beyond,
  debounceSeconds: row.debounce_seconds,
  debounceInputs: row.debounce_inputs,
});
