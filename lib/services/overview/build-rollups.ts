import { setTimeout } from 'node:timers/promises';
import { addUpLogs } from './add-up-logs';
import { addUpTraces } from './add-up-traces';
import { workspacesBehind } from './rollup-progress';

/**
 * Adds up what has finished, workspace by workspace in bounded steps, until nothing is left. Processes don't
 * work at the same workspace at once; after a step the database has as much time for other work as it took.
 */
export async function buildRollups(signal: AbortSignal): Promise<void> {
  await eachBehind('seq', addUpLogs, signal);
  await eachBehind('trace_seq', addUpTraces, signal);
}

async function eachBehind(
  column: 'seq' | 'trace_seq',
  step: (workspaceId: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const workspaceId of await workspacesBehind(column)) {
    const all = addUpAll(() => step(workspaceId), signal);
    // What fails in one workspace must not keep the others waiting.
    await all.catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function addUpAll(step: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const startedAt = performance.now();
    more = await step();
    if (more) await setTimeout(performance.now() - startedAt, undefined, { signal }).catch(() => undefined);
  }
}
