import { setTimeout } from 'node:timers/promises';
import { groupFailures, workspacesToGroup } from './group-failures';

/** The time before other workspaces get their turn; the rest is grouped in the next pass. */
const TURN_MS = 5_000;
/** The pause after a step, as a multiple of its duration: runs have priority. */
const RESTS = 3;

/** Groups the failures of finished runs, workspace by workspace, in bounded steps. */
export async function buildErrorGroups(signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  // A failure in one workspace must not keep the others waiting.
  for (const workspaceId of await workspacesToGroup())
    await takeTurn(workspaceId, signal).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function takeTurn(workspaceId: string, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + TURN_MS;
  for (let more = true; more && !signal.aborted && performance.now() < endMs; ) {
    const startedAt = performance.now();
    more = await groupFailures(workspaceId);
    const restMs = RESTS * (performance.now() - startedAt);
    if (more) await setTimeout(restMs, undefined, { signal }).catch(() => undefined);
  }
}
