import type { RunOutcome } from './ports';
import type { IterationPath } from './request-key';
import type { ScopeOutputs } from './scope-outputs';

/** The position of a pass over a graph in its run. */
export interface GraphPlace {
  /** Empty for the run's own graph. */
  path: IterationPath;
  outputs: ScopeOutputs;
  signal: AbortSignal;
  /** The step of the container, and the index of this iteration. */
  container: { step: string; index: number } | null;
}

export interface GraphEnd {
  error: RunOutcome['error'];
  /** The output of the last block to finish; null if none did. */
  output: unknown;
}
