import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Thrown when a run holds more than it may. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget';
}

const usedMb = (): number => getHeapStatistics().used_heap_size / 1024 / 1024;

let collect: (() => void) | null = null;

/**
 * Throws once this process's heap holds more than `budgetMb` that is still in use. V8's own limit lies
 * above that: a process that reaches it is ended immediately and can report nothing.
 *
 * @throws OutOfBudget
 */
export function requireHeap(budgetMb: number): void {
  if (usedMb() <= budgetMb) return;
  collect ??= exposedCollector();
  collect();
  if (usedMb() > budgetMb) throw new OutOfBudget();
}

/** A process that has just started holds less. */
const AT_REST_MB = 64;

/** Gives back what the task before has left, so that a process that waits for work is a small one. */
export function releaseHeap(): void {
  const { heapUsed, external } = process.memoryUsage();
  if ((heapUsed + external) / 1024 / 1024 <= AT_REST_MB) return;
  collect ??= exposedCollector();
  collect();
}

function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
