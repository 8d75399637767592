import { setImmediate as turn } from 'node:timers/promises';
import { REFERENCE_STEPS_PER_MS, stepsPerMs } from '../../../scripts/lib/step-loop.mjs';
import { LONG_TASK_MS } from '../event-loop/marks';
import { type FoundTask, watchLoop } from '../event-loop/watch-loop';
import { loopHolds, usedMs } from './loop-holds';

/** Noise only lengthens, so the shortest of several tries counts. */
const TRIES = 3;
const CONTROL_MS = 20;
const MESSAGE_TURNS = 10;

const found: FoundTask[] = [];

/**
 * Throws when one task of `work` holds this process's event loop for more than `mostMs`: in processor time,
 * so that a busy machine lengthens none, scaled to the reference machine by a simple loop that runs right
 * after it. Reports the stack, if the task was long enough to be sampled.
 */
export async function expectShortTasks(
  work: () => Promise<unknown>,
  { mostMs = LONG_TASK_MS }: { mostMs?: number } = {},
): Promise<void> {
  watchLoop({ whenOrphaned: 'goes-on', note: null, onFoundTask: (task) => found.push(task) });
  found.length = 0;
  let longestMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && longestMs > mostMs; tries += 1) {
    const heldMs = (await loopHolds(work))[0]!;
    longestMs = Math.min(longestMs, (heldMs * stepsPerProcessorMs()) / REFERENCE_STEPS_PER_MS);
  }
  if (longestMs <= mostMs) return;
  for (let turns = 0; turns < MESSAGE_TURNS; turns += 1) await turn(); // let the watcher's messages arrive
  const stacks = found.map(({ cause, stack }) => `\n${cause}:\n  ${stack.join('\n  ')}`);
  throw new Error(
    `A task held the event loop for ${longestMs.toFixed(0)} ms, not ${mostMs} at most.${stacks.join('')}`,
  );
}

function stepsPerProcessorMs(): number {
  const [atMs, sinceMs] = [performance.now(), usedMs()];
  const steps = stepsPerMs(CONTROL_MS) * (performance.now() - atMs);
  return steps / (usedMs() - sinceMs);
}
