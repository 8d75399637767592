import type { BlockResult } from '../blocks/block';
import type { StepNote } from './ports';

/** What a block gives without being executed. */
export interface StandIn {
  result: BlockResult;
  /** Somebody pinned it; otherwise it is what the block last put out. */
  pinned: boolean;
  /** Port that an executed block would have taken while it still ran. */
  early?: string;
}

/** How a run differs from one of the whole workflow: docs/decisions/pins.md. */
export interface PartialRun {
  /** By block id, in whatever iteration. */
  standIns: Readonly<Record<string, StandIn>>;
  /** Ids of blocks that are skipped, as if nothing led to them. */
  left: readonly string[];
}

const STEP = '';
const NAME = 'partial-run';

/**
 * As a note of the run itself: it is kept, sealed and handed on with the run wherever that goes on, and runs
 * of whole workflows carry nothing.
 */
export const notePartialRun = (value: PartialRun): StepNote => ({ step: STEP, name: NAME, value });

export function partialRunIn(notes: readonly StepNote[] = []): PartialRun | null {
  const note = notes.find(({ step, name }) => step === STEP && name === NAME);
  return note === undefined ? null : (note.value as PartialRun);
}
