import { NestedSpace } from '../../core/engine/shorten-value';
import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { getLog } from '../logs/get-log';
import { compiledSnapshot, runnableVersions } from '../runs/runnable-workflow';
import type { StoredRun } from './read-recorded';
import { readRecorded } from './read-recorded';
import { replayRecorded } from './replay-recorded';
import type { Replay, ReplayVersion } from './schema';

const TIMEOUT_MS = 30_000;

/**
 * Runs a past run again with its recorded answers, and says what differs. Sends and logs nothing.
 * @throws AppError not_found, forbidden, payload_too_large, request_timeout
 */
export async function replayLog(
  actor: Actor,
  { id, version }: { id: string; version: ReplayVersion },
  signal: AbortSignal,
): Promise<{ data: Replay }> {
  requireWorkflowsToo(actor);
  // Answers to whom it may.
  await getLog(actor, id);
  const [run] = await readRecorded([id]);
  if (run === undefined) throw new AppError('not_found', 'Log not found, or you have no access to it.');
  if (run.recorded === null)
    throw new AppError('payload_too_large', 'The values of this run are too large for it to be replayed.');
  const chosen = await chosenVersion(run, version);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const { result, differences, count, doubts, replayed } = await replayRecorded({
    ...{ ...chosen, workspaceId: run.workspaceId, recorded: run.recorded },
    signal: AbortSignal.any([signal, timeout]),
  });
  if (timeout.aborted)
    throw new AppError(
      'request_timeout',
      `The replay took more than ${TIMEOUT_MS / 1000} s and was stopped.`,
    );
  const { status, loggedOutput, error } = replayed.outcome;
  return {
    data: {
      ...{ result, version: chosen.version, status, doubts, differences },
      error: error && { ...error },
      output: new NestedSpace().shorten(loggedOutput ?? null, () => null),
      differenceCount: count,
    },
  };
}

/** @throws AppError forbidden */
export function requireWorkflowsToo(actor: Actor): void {
  if (actor.scopes?.has('workflows:read') === false)
    throw new AppError('forbidden', 'This needs a key with the scope workflows:read as well.');
}

/** @throws AppError not_found */
export async function chosenVersion(
  { workflowId, version, snapshotHash }: Pick<StoredRun, 'workflowId' | 'version' | 'snapshotHash'>,
  choice: ReplayVersion,
) {
  if (choice === 'original') return { version, compiled: await compiledSnapshot(workflowId, snapshotHash) };
  const chosen = await (await runnableVersions(workflowId))?.choose(choice);
  if (!chosen) throw new AppError('not_found', 'The workflow has no such version.');
  return { version: chosen.version, compiled: chosen.compiled };
}
