import { setTimeout } from 'node:timers/promises';
import { addUpLogs } from './add-up-logs';
import { addUpTraces } from './add-up-traces';
import { type ProgressColumn, workspacesBehind } from './rollup-progress';

/** Then other workspaces have their turn; what is left is added up in the next pass. */
const TURN_MS = 5_000;

/** Adds up the counts of what has finished. */
export const buildRollups = (signal: AbortSignal): Promise<void> => eachBehind('seq', addUpLogs, signal);

/** The same of models, hosts and blocks. */
export const buildTraceRollups = (signal: AbortSignal): Promise<void> =>
  eachBehind('trace_seq', addUpTraces, signal);

/**
 * Workspace by workspace, in bounded steps. Processes don't work at the same workspace at once; after a step
 * the database has as much time for other work as it took.
 */
async function eachBehind(
  column: ProgressColumn,
  step: (workspaceId: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const workspaceId of await workspacesBehind(column)) {
    const turn = takeTurn(() => step(workspaceId), signal);
    // What fails in one workspace must not keep the others waiting.
    await turn.catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function takeTurn(step: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + TURN_MS;
  for (let more = true; more && !signal.aborted && performance.now() < endMs; ) {
    const startedAt = performance.now();
    more = await step();
    if (more) await setTimeout(performance.now() - startedAt, undefined, { signal }).catch(() => undefined);
  }
}
