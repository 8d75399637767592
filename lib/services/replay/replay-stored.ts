import { NestedSpace } from '../../core/engine/shorten-value';
import { ReferenceBudget, ROOM_ON_THE_EVENT_LOOP } from '../../core/references/reference-budget';
import type { RecordedRun } from '../../core/replay/recorded-run';
import { AppError } from '../../platform/errors';
import { compiledSnapshot, runnableVersions } from '../runs/compiled/runnable-workflow';
import { MOST_BYTES, readRecorded, type StoredRun } from '../runs/recorded/read-recorded';
import type { ReplayChoice } from '../runs/shapes/replay-version';
import { replayRecorded } from './replay-recorded';
import type { Replay } from './schema';

export const TIMEOUT_MS = 30_000;

export type ReplayableRun = StoredRun & { recorded: RecordedRun };

export interface ReplaySetting {
  timeoutMs?: number;
  /** True where a long replay would block others: work that exceeds the budget is refused. */
  isOnTheEventLoop: boolean;
}

/**
 * Replays a run with the chosen version and returns the differences.
 * @throws AppError not_found, request_timeout; Outgrown on the event loop
 */
export async function replayStored(
  run: ReplayableRun,
  version: ReplayChoice,
  signal: AbortSignal,
  { timeoutMs = TIMEOUT_MS, isOnTheEventLoop }: ReplaySetting,
): Promise<Replay> {
  const chosen = await chosenVersion(run, version);
  const timeout = AbortSignal.timeout(timeoutMs);
  const { result, differences, count, doubts, replayed } = await replayRecorded({
    ...chosen,
    workspaceId: run.workspaceId,
    recorded: run.recorded,
    signal: AbortSignal.any([signal, timeout]),
    budget: new ReferenceBudget(isOnTheEventLoop ? ROOM_ON_THE_EVENT_LOOP : null),
  });
  if (timeout.aborted) throw tookTooLong(timeoutMs);
  const { status, loggedOutput, error } = replayed.outcome;
  return {
    result,
    version: chosen.version,
    status,
    doubts,
    differences,
    error: error && { ...error },
    output: new NestedSpace().shorten(loggedOutput ?? null, () => null),
    differenceCount: count,
  };
}

/**
 * Does the same for a run that has to be read first. `mostBytes`: as in `readRecorded`.
 * @throws AppError not_found, payload_too_large, request_timeout; Outgrown on the event loop
 */
export async function replayFromLog(
  { logId, version }: { logId: string; version: ReplayChoice },
  signal: AbortSignal,
  { mostBytes, ...setting }: ReplaySetting & { mostBytes?: number },
): Promise<Replay> {
  const [run] = await readRecorded([logId], mostBytes);
  if (run === undefined) throw logNotFound();
  if (!isReplayable(run)) throw unreplayable(run);
  return replayStored(run, version, signal, setting);
}

export const isReplayable = (run: StoredRun): run is ReplayableRun => run.recorded !== null;

/** Returns the version that a replay of a run was asked for. @throws AppError not_found */
export async function chosenVersion(
  { workflowId, version, snapshotHash }: Pick<StoredRun, 'workflowId' | 'version' | 'snapshotHash'>,
  choice: ReplayChoice,
) {
  if (typeof choice === 'object')
    return { version: null, compiled: await compiledSnapshot(workflowId, choice.snapshot) };
  if (choice === 'original') return { version, compiled: await compiledSnapshot(workflowId, snapshotHash) };
  const chosen = await (await runnableVersions(workflowId))?.choose(choice);
  if (!chosen) throw new AppError('not_found', 'The workflow has no such version.');
  return { version: chosen.version, compiled: chosen.compiled };
}

export const tookTooLong = (timeoutMs: number): AppError =>
  new AppError('request_timeout', `The replay took more than ${timeoutMs / 1000} s and was stopped.`);

export const logNotFound = (): AppError =>
  new AppError('not_found', 'Log not found, or you have no access to it.');

/** Words for a run whose values were deleted before its log. */
export const PAYLOAD_DELETED =
  'The values of this run are deleted: its workspace keeps them for less time than the log.';

export const unreplayable = ({ isPayloadDeleted }: StoredRun): AppError =>
  isPayloadDeleted ? new AppError('conflict', PAYLOAD_DELETED) : tooLarge();

export const tooLarge = (): AppError =>
  new AppError(
    'payload_too_large',
    `The values of this run are too large to be replayed: more than ${MOST_BYTES / 2 ** 20} MB in all.`,
  );
