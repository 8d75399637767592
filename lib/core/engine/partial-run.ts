import type { BlockResult } from '../blocks/block';
import type { StepNote } from './ports';

/** The result of a block without executing it. */
export interface StandIn {
  result: BlockResult;
  /** True if a user pinned it; otherwise it is the block's last output. */
  pinned: boolean;
  /** The port that an executed block would have taken while it still ran. */
  early?: string;
}

/** The differences from a run of the whole workflow: docs/decisions/pins.md. */
export interface PartialRun {
  /** Results by block id, in any iteration. */
  standIns: Readonly<Record<string, StandIn>>;
  /** Ids of blocks that are skipped as if nothing led to them. */
  left: readonly string[];
}

const STEP = '';
const NAME = 'partial-run';

/**
 * Stores it as a note of the run itself: it is kept, sealed and passed on wherever the run continues,
 * and runs of whole workflows carry nothing.
 */
export const notePartialRun = (value: PartialRun): StepNote => ({ step: STEP, name: NAME, value });

export function partialRunIn(notes: readonly StepNote[] = []): PartialRun | null {
  const note = notes.find(({ step, name }) => step === STEP && name === NAME);
  return note === undefined ? null : (note.value as PartialRun);
}
