import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { ReferenceBudget, ROOM_ON_THE_EVENT_LOOP } from '../../core/references/reference-budget';
import { type Forecast, forecastOf } from '../../core/replay/forecast';
import { readRecorded } from '../runs/recorded/read-recorded';
import type { ReplayChoice } from '../runs/shapes/replay-version';
import { replayOnly } from './replay-recorded';
import {
  chosenVersion,
  isReplayable,
  logNotFound,
  type ReplayableRun,
  type ReplaySetting,
  TIMEOUT_MS,
  tookTooLong,
  unreplayable,
} from './replay-stored';

/**
 * Replays a run with the chosen version and returns what a new run would come to. Sends and logs nothing.
 * @throws AppError not_found, request_timeout; Outgrown on the event loop
 */
export async function forecastStored(
  run: ReplayableRun,
  version: ReplayChoice,
  signal: AbortSignal,
  { timeoutMs = TIMEOUT_MS, isOnTheEventLoop }: ReplaySetting,
): Promise<Forecast> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { replayed, doubts } = await replayOnly({
    ...(await chosenVersion(run, version)),
    workspaceId: run.workspaceId,
    recorded: run.recorded,
    signal: AbortSignal.any([signal, timeout]),
    budget: new ReferenceBudget(isOnTheEventLoop ? ROOM_ON_THE_EVENT_LOOP : null),
  });
  if (timeout.aborted) throw tookTooLong(timeoutMs);
  signal.throwIfAborted();
  return forecastOf(replayed, doubts, blockDefinitions);
}

/**
 * Does the same for a run that has to be read first. `mostBytes`: as in `readRecorded`.
 * @throws AppError not_found, payload_too_large, request_timeout
 */
export async function forecastFromLog(
  { logId, version }: { logId: string; version: ReplayChoice },
  signal: AbortSignal,
  { mostBytes, ...setting }: ReplaySetting & { mostBytes?: number },
): Promise<Forecast> {
  const [run] = await readRecorded([logId], mostBytes);
  if (run === undefined) throw logNotFound();
  if (!isReplayable(run)) throw unreplayable(run);
  return forecastStored(run, version, signal, setting);
}
