import { logger } from '../logging/logger';
import { processSingleton } from '../process-singleton';
import { clockOffsetMs, judgeOffset } from './clock-offset.mjs';

/** A slower round trip says too little about the clocks. */
const SLOWEST_MS = 1_000;
const WARN_EVERY_MS = 10 * 60_000;

export interface ClockSample {
  /** This process's clock before and after the statement, and the database's during it, in ms since 1970. */
  sentAtMs: number;
  receivedAtMs: number;
  databaseMs: number;
}

interface ClockState {
  offsetMs: number;
  /** The time of the last warning by `performance.now()`. */
  warnedAtMs: number;
}

const clock = (): ClockState =>
  processSingleton('clock', () => ({ offsetMs: 0, warnedAtMs: Number.NEGATIVE_INFINITY }));

/** Compares this process's clock with the database's; a difference that matters is logged now and then. */
export function noteClock(sample: ClockSample): void {
  const { sentAtMs, receivedAtMs } = sample;
  if (receivedAtMs < sentAtMs || receivedAtMs - sentAtMs > SLOWEST_MS) return;
  const state = clock();
  state.offsetMs = clockOffsetMs(sample);
  if (judgeOffset(state.offsetMs).words === null) return;
  if (performance.now() - state.warnedAtMs < WARN_EVERY_MS) return;
  state.warnedAtMs = performance.now();
  logger('clock').warn('This machine’s clock differs from the database’s', { offsetMs: state.offsetMs });
}

/** Returns by how many ms the database's clock is ahead of this process's; 0 if no difference is certain. */
export const clockOffset = (): number => clock().offsetMs;

/** Returns why this process must not serve because of its clock, in words; null if it may. */
export function whyClockUnfit(): string | null {
  const { words, isBeyondLimit } = judgeOffset(clock().offsetMs);
  return isBeyondLimit ? words : null;
}
