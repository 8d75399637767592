import { setTimeout } from 'node:timers/promises';
import { addUpLogs } from './add-up-logs';
import { addUpTraces } from './add-up-traces';
import { type ProgressColumn, workspacesBehind } from './rollup-progress';

/** The time before other workspaces get their turn; the rest is added up in the next pass. */
const TURN_MS = 5_000;

interface Summing {
  column: ProgressColumn;
  step: (workspaceId: string) => Promise<boolean>;
  /** The pause after a step, as a multiple of its duration: runs have priority. */
  rests: number;
}

/** Adds up the counts of finished runs. */
export const buildRollups = (signal: AbortSignal): Promise<void> =>
  eachBehind({ column: 'seq', step: addUpLogs, rests: 3 }, signal);

/** Does the same for models, hosts and blocks, which can wait. */
export const buildTraceRollups = (signal: AbortSignal): Promise<void> =>
  eachBehind({ column: 'trace_seq', step: addUpTraces, rests: 9 }, signal);

/** Works by workspace, in bounded steps. Processes never work on the same workspace concurrently. */
async function eachBehind({ column, step, rests }: Summing, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const workspaceId of await workspacesBehind(column)) {
    const turn = takeTurn(() => step(workspaceId), rests, signal);
    // A failure in one workspace must not keep the others waiting.
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
