import { setTimeout } from 'node:timers/promises';
import { addUpLogs } from './add-up-logs';
import { addUpTraces } from './add-up-traces';
import { type ProgressColumn, workspacesBehind } from './rollup-progress';

/** Then other workspaces have their turn; what is left is added up in the next pass. */
const TURN_MS = 5_000;

interface Summing {
  column: ProgressColumn;
  step: (workspaceId: string) => Promise<boolean>;
  /** How many times as long as a step takes nothing is added up: runs come first. */
  rests: number;
}

/** Adds up the counts of what has finished. */
export const buildRollups = (signal: AbortSignal): Promise<void> =>
  eachBehind({ column: 'seq', step: addUpLogs, rests: 3 }, signal);

/** The same of models, hosts and blocks, which can wait. */
export const buildTraceRollups = (signal: AbortSignal): Promise<void> =>
  eachBehind({ column: 'trace_seq', step: addUpTraces, rests: 9 }, signal);

/** Workspace by workspace, in bounded steps. Processes don't work at the same workspace at once. */
async function eachBehind({ column, step, rests }: Summing, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const workspaceId of await workspacesBehind(column)) {
    const turn = takeTurn(() => step(workspaceId), rests, signal);
    // What fails in one workspace must not keep the others waiting.
    await turn.catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function takeTurn(step: () => Promise<boolean>, rests: number, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + TURN_MS;
  for (let more = true; more && !signal.aborted && performance.now() < endMs; ) {
    const startedAt = performance.now();
    more = await step();
    const restMs = rests * (performance.now() - startedAt);
    if (more) await setTimeout(restMs, undefined, { signal }).catch(() => undefined);
  }
}
