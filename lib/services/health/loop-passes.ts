import { processSingleton } from '../../platform/process-singleton';

/** The loops that every background process completes at least once a second. */
export type Loop = 'queue' | 'holds' | 'turns' | 'outages' | 'bulk' | 'deliveries' | 'schedules';

/** A loop without a complete pass for this long is stalled: its statements fail or never return. */
export const STALLED_AFTER_MS = 15_000;

/** The time of the last pass of each loop in this process, in milliseconds of `performance.now()`. */
const passes = (): Map<Loop, number> => processSingleton('loop-passes', () => new Map());

/** Records a pass; also called at the start, so that a loop that never completes one is detected. */
export function notePass(loop: Loop): void {
  passes().set(loop, performance.now());
}

/** Removes a loop that was told to stop. */
export function forgetLoop(loop: Loop): void {
  passes().delete(loop);
}

/** Returns the stalled loops of this process. */
export function stalledLoops(nowMs: number = performance.now()): Loop[] {
  return [...passes()].filter(([, lastMs]) => nowMs - lastMs > STALLED_AFTER_MS).map(([loop]) => loop);
}
