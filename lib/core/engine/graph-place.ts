import type { RunOutcome } from './ports';
import type { IterationPath } from './request-key';
import type { ScopeOutputs } from './scope-outputs';

/** Where a pass over a graph stands in its run. */
export interface GraphPlace {
  /** Empty for the run's own graph. */
  path: IterationPath;
  outputs: ScopeOutputs;
  signal: AbortSignal;
  /** Of the container, and which of its iterations this is. */
  container: { step: string; index: number } | null;
}

export interface GraphEnd {
  error: RunOutcome['error'];
  /** Of the last block to finish; null when none did. */
  output: unknown;
}
