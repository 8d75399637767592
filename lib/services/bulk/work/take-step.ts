import { isAppError } from '../../../platform/errors';
import type { Actor } from '../../access/actor';
import { requireKind } from '../jobs/require-kind';
import { cancelItems } from './cancel-items';
import { type ClaimedJob, releaseJob } from './claim-jobs';
import { deleteItems } from './delete-items';
import { actorOf } from './job-actor';
import { replayItems } from './replay-items';
import { runItemsAgain } from './run-again-items';
import { selectItems } from './select-items';
import { finishJob, stopJob, type WaitingItem, waitingItems } from './settle-items';

/** Runs in a step at most, however high the rate. */
const MOST_IN_A_STEP = 50;
/** How long a job waits for what passes, in milliseconds. */
const WAIT_MS = { rate_limited: 5_000, unavailable: 5_000, usage_exceeded: 10 * 60_000 } as const;

/**
 * Takes the next step of a job: lists more of its runs, or does some of them. Stops it when who started it may no
 * longer do that.
 * @returns the job as it is then; null if it has ended, waits, or is no longer this process's
 */
export async function takeStep(job: ClaimedJob, signal: AbortSignal): Promise<ClaimedJob | null> {
  const actor = await actorOf(job);
  const lacks = typeof actor === 'string' ? actor : whatLacks(actor, job);
  if (typeof actor === 'string' || lacks !== null) {
    await stopJob(job, lacks ?? '');
    return null;
  }
  try {
    if (!job.isSelected) return await selectItems(job, actor);
    const items = await waitingItems(job, roomOf(job));
    if (items.length > 0) return (await doItems(job, actor, items, signal)) ? job : null;
    await finishJob(job, job.total === 0 ? 'No run matched any more.' : null);
  } catch (error) {
    // The process stops, and another one goes on.
    if (signal.aborted) await releaseJob(job);
    else await wait(job, error);
  }
  return null;
}

function whatLacks(actor: Actor, { workspaceId, kind }: ClaimedJob): string | null {
  try {
    requireKind(actor, workspaceId, kind);
    return null;
  } catch (error) {
    if (isAppError(error)) return `Who started it may no longer do that. ${error.message}`;
    throw error;
  }
}

/** A second's worth, so that a pause takes effect soon and a crash repeats little. */
const roomOf = ({ kind, perSecond }: ClaimedJob): number =>
  kind === 'replay' ? MOST_IN_A_STEP : Math.min(perSecond, MOST_IN_A_STEP);

function doItems(
  job: ClaimedJob,
  actor: Actor,
  items: readonly WaitingItem[],
  signal: AbortSignal,
): Promise<boolean> {
  switch (job.kind) {
    case 'run-again':
      return runItemsAgain(job, actor, items);
    case 'replay':
      return replayItems(job, items, signal);
    case 'delete':
      return deleteItems(job, items);
    case 'cancel':
      return cancelItems(job, items);
  }
}

/** Leaves the job to a later step: nothing of this one was done. @throws what does not pass */
async function wait(job: ClaimedJob, error: unknown): Promise<void> {
  const code = isAppError(error) ? error.code : '';
  const afterMs = (WAIT_MS as Readonly<Record<string, number>>)[code];
  if (afterMs === undefined || !isAppError(error)) {
    await releaseJob(job, { afterMs: WAIT_MS.unavailable });
    throw error;
  }
  await releaseJob(job, { afterMs, problem: `Waiting: ${error.message}` });
}
