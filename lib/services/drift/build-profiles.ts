import { setTimeout } from 'node:timers/promises';
import { pool } from '../../platform/postgres/db';
import { learnLogs, workspacesToLearn } from './learn-logs';

/** The time before other workspaces get their turn; the rest is learnt in the next pass. */
const TURN_MS = 5_000;
/** The pause after a step, as a multiple of its duration: runs have priority. */
const RESTS = 9;
/** Profiles of requests that were not sent for this long are deleted. */
const KEPT_DAYS = 90;

/** Learns from finished runs, workspace by workspace, in bounded steps. */
export async function buildProfiles(signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  // A failure in one workspace must not keep the others waiting.
  for (const workspaceId of await workspacesToLearn())
    await takeTurn(workspaceId, signal).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function takeTurn(workspaceId: string, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + TURN_MS;
  for (let more = true; more && !signal.aborted && performance.now() < endMs; ) {
    const startedAt = performance.now();
    more = await learnLogs(workspaceId);
    const restMs = RESTS * (performance.now() - startedAt);
    if (more) await setTimeout(restMs, undefined, { signal }).catch(() => undefined);
  }
}

export async function forgetOldProfiles(): Promise<void> {
  await pool().query(
    `DELETE FROM runtime.answer_profile WHERE seen_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}
