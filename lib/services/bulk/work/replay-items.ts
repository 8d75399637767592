import { sentAgainWords } from '../../../core/replay/accepted-requests';
import { isAppError } from '../../../platform/errors';
import { forecastStored } from '../../replay/forecast-stored';
import { isolateIfOutgrown, runIsolatedForecast } from '../../replay/isolated-replay';
import { isReplayable, PAYLOAD_DELETED } from '../../replay/replay-stored';
import { LARGE_BYTES } from '../../runs/isolated/large-values';
import type { ReplayVersion } from '../../runs/shapes/replay-version';
import type { ClaimedJob } from './claim-jobs';
import { type ItemRun, readRuns } from './read-runs';
import { GONE, refusalOf, TOO_LARGE } from './refusal-of';
import { type EndedItem, settleItems, type WaitingItem } from './settle-items';

/** After this time a step ends with what it has. */
const STEP_MS = 500;
/** The pause after a step, as a multiple of its duration: runs and callers have priority. */
const RESTS = 1;
const TIMEOUT_A_RUN_MS = 5_000;

/**
 * Replays the first items on what they recorded: nothing is sent. A replay on the event loop lets other work in
 * after each block; one that is large goes to another process.
 * @returns false if the job is no longer ours
 */
export async function replayItems(
  job: ClaimedJob,
  items: readonly WaitingItem[],
  signal: AbortSignal,
): Promise<boolean> {
  const startedAt = performance.now();
  const ended: EndedItem[] = [];
  for (const one of await readRuns(job.workspaceId, items, { alsoLarge: false })) {
    ended.push(await forecastFor(one, job.version ?? 'live', signal));
    if (signal.aborted || performance.now() - startedAt > STEP_MS) break;
  }
  const restMs = RESTS * (performance.now() - startedAt);
  return settleItems(job, ended, restMs);
}

async function forecastFor(
  { item, size, run }: ItemRun,
  version: ReplayVersion,
  signal: AbortSignal,
): Promise<EndedItem> {
  const { place, logId } = item;
  if (size === undefined || logId === null) return { place, outcome: 'gone', message: GONE };
  const elsewhere = () => runIsolatedForecast(size, { logId, version }, signal);
  const here = () => {
    if (run === undefined) return null;
    if (!isReplayable(run)) return undefined;
    const setting = { timeoutMs: TIMEOUT_A_RUN_MS, isOnTheEventLoop: true };
    return isolateIfOutgrown(() => forecastStored(run, version, signal, setting), elsewhere);
  };
  try {
    const forecast = await (size.bytes >= LARGE_BYTES ? elsewhere() : here());
    if (forecast === null) return { place, outcome: 'gone', message: GONE };
    if (forecast === undefined)
      return { place, outcome: 'refused', message: run?.isPayloadDeleted ? PAYLOAD_DELETED : TOO_LARGE };
    const { repeated = [], ...told } = forecast;
    const message = sentAgainWords(repeated);
    return { place, ...told, ...(message !== null && { message }) };
  } catch (error) {
    // A process that ended early would do so again with the same run.
    const message = isAppError(error) ? error.message : refusalOf(error);
    if (message === undefined) throw error;
    return { place, outcome: 'refused', message, code: isAppError(error) ? error.code : null };
  }
}
