import { processSingleton } from '../../platform/process-singleton';

/** What every process that works in the background goes through at least once a second. */
export type Loop = 'queue' | 'deliveries' | 'schedules';

/** Without a whole pass for so long a loop stands still: its statements fail or never return. */
export const STALLED_AFTER_MS = 15_000;

/** When each loop that runs here last came through, in milliseconds of `performance.now()`. */
const passes = (): Map<Loop, number> => processSingleton('loop-passes', () => new Map());

/** Also when it starts, so that one that never comes through is seen. */
export function notePass(loop: Loop): void {
  passes().set(loop, performance.now());
}

/** It was told to stop. */
export function forgetLoop(loop: Loop): void {
  passes().delete(loop);
}

/** Loops of this process that work may be waiting for in vain. */
export function stalledLoops(nowMs: number = performance.now()): Loop[] {
  return [...passes()].filter(([, lastMs]) => nowMs - lastMs > STALLED_AFTER_MS).map(([loop]) => loop);
}
