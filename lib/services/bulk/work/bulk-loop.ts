import { setTimeout as sleep } from 'node:timers/promises';
import { ClaimLoop } from '../../../platform/postgres/claim-loop';
import { forgetLoop, notePass } from '../../health/loop-passes';
import { type ClaimedJob, claimJobs, nextDueMs, releaseJob } from './claim-jobs';
import { nextStepMs } from './next-step';
import { takeStep } from './take-step';

/** Jobs that a process works on at a time. */
const MOST_AT_ONCE = 2;
/** Then other jobs get their turn. */
const TURN_MS = 5_000;
const RECOVER_EVERY_MS = 60_000;

interface BulkLoop {
  /** Takes no further step and waits for the one in progress. */
  stop(timeoutMs: number): Promise<void>;
}

/** Works on bulk jobs until stopped; a job that this process leaves goes on in another, or at the next start. */
export function startBulkLoop(): BulkLoop {
  notePass('bulk');
  const stopping = new AbortController();
  const loop = new ClaimLoop<ClaimedJob>({
    maxInFlight: MOST_AT_ONCE,
    wakeOn: ['bulk'],
    claim: async (room) => {
      const items = await claimJobs(room);
      return { items, more: false };
    },
    claimFailed: 'claim bulk jobs',
    work: (job) => takeTurn(job, stopping.signal),
    workFailed: ({ id }) => `work on the bulk job ${id}`,
    frees: () => true,
    // A claim also takes the jobs of dead processes.
    recover: async () => 0,
    recoverFailed: 'look after bulk jobs',
    recoverEveryMs: RECOVER_EVERY_MS,
    nextDueMs,
    onPass: () => notePass('bulk'),
  });
  return {
    stop: (timeoutMs) => {
      forgetLoop('bulk');
      stopping.abort();
      return loop.stop(timeoutMs);
    },
  };
}

/** Takes step after step at the job's rate, until it is the turn of another one. */
async function takeTurn(claimed: ClaimedJob, stopping: AbortSignal): Promise<void> {
  const endMs = performance.now() + TURN_MS;
  let job: ClaimedJob | null = claimed;
  while (job !== null) {
    const next: ClaimedJob | null = await takeStep(job, stopping);
    if (next === null) return;
    job = next;
    const restMs = await nextStepMs(job);
    if (stopping.aborted || performance.now() + restMs > endMs) break;
    await sleep(restMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  if (job !== null) await releaseJob(job);
}
