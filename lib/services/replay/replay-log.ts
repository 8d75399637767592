import { AppError } from '../../platform/errors';
import { type Actor, requireRole } from '../access/actor';
import { findLog } from '../logs/get-log';
import { LARGE_BYTES } from '../runs/isolated/large-values';
import { recordedSizes } from '../runs/recorded/read-recorded';
import type { ReplayVersion } from '../runs/shapes/replay-version';
import { isolateIfOutgrown, runIsolatedReplay } from './isolated-replay';
import { REPLAY_ROLES } from './replay-roles';
import { logNotFound, replayFromLog } from './replay-stored';
import type { Replay } from './schema';

/**
 * Repeats a past run with its recorded responses and returns the differences. Sends and logs nothing.
 * @throws AppError not_found, forbidden, payload_too_large, request_timeout, unavailable
 */
export async function replayLog(
  actor: Actor,
  { id, version }: { id: string; version: ReplayVersion },
  signal: AbortSignal,
): Promise<{ data: Replay }> {
  requireWorkflowsToo(actor);
  // Checks the actor's access.
  const log = await findLog(actor, id);
  const asked = { logId: log.id, version };
  const size = (await recordedSizes([log.id])).get(log.id);
  if (size === undefined) throw logNotFound();
  requireRole(actor, size.workspaceId, REPLAY_ROLES.replayLog);
  const elsewhere = () => runIsolatedReplay(size, asked, signal);
  if (size.bytes >= LARGE_BYTES) return { data: await elsewhere() };
  const here = () => replayFromLog(asked, signal, { isOnTheEventLoop: true });
  return { data: await isolateIfOutgrown(here, elsewhere) };
}

/** @throws AppError forbidden */
export function requireWorkflowsToo(actor: Actor): void {
  if (actor.scopes?.has('workflows:read') === false)
    throw new AppError('forbidden', 'This needs a key with the scope workflows:read as well.');
}
