import type { RunOutcome } from '../../../core/engine/ports';

/** It ended here, and its log is safe on disk. */
export interface EndedHere {
  kind: 'ended';
  outcome: RunOutcome;
}

/** It ended, and was recorded, in a process for large values: only what its caller is answered comes back. */
export interface EndedLarge {
  kind: 'large';
  /** JSON of the `RunResult`, in UTF-8; null when nobody waits for it. */
  answer: Uint8Array | null;
  /** The result of the Response block. */
  response: RunOutcome['response'];
  /** The text of the block that wrote last. */
  written: string | null;
}

/** It was let go to wait for something, and goes on later, perhaps in another process. */
export interface Parked {
  kind: 'parked';
}

/** Another process had taken the execution over: what it did here counts no more. */
export interface TakenOver {
  kind: 'taken-over';
}

/** The ways in which a process can be done with an execution. */
export type RunEnd = EndedHere | EndedLarge | Parked | TakenOver;

/** The same for a caller who waits: then there is an answer. */
export type WaitedEnd = EndedHere | (EndedLarge & { answer: Uint8Array }) | Parked;
