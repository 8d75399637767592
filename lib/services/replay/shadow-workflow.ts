import type { Difference } from '../../core/replay/difference';
import { AppError, isAppError } from '../../platform/errors';
import type { RequestContext } from '../../platform/http/operation';
import { type Reply, wantsEvents } from '../../platform/http/reply';
import { processSingleton } from '../../platform/process-singleton';
import type { Actor } from '../access/actor';
import { liveEvents, readerIn } from '../access/live-stream';
import { listLogs } from '../logs/list-logs';
import { LogsRequest, pageOf } from '../logs/logs-request';
import { LARGE_BYTES } from '../runs/isolated/large-values';
import {
  type RecordedSize,
  readRecorded,
  recordedSizes,
  type StoredRun,
} from '../runs/recorded/read-recorded';
import type { ReplayChoice, ReplayVersion } from '../runs/shapes/replay-version';
import { findWorkflow } from '../workflows/find-workflow';
import { isolateIfOutgrown, runIsolatedReplay } from './isolated-replay';
import { requireWorkflowsToo } from './replay-log';
import { REPLAY_ROLES } from './replay-roles';
import { isReplayable, replayStored } from './replay-stored';
import type { Replay, ShadowEvent, ShadowResult } from './schema';

/** Pages of logs searched; a workflow whose runs are mostly of its draft may have more. */
const MOST_PAGES = 20;
const READ_AT_ONCE = 20;
const PROGRESS_EVERY_MS = 250;
const LOGS_A_GROUP = 20;
const TIMEOUT_A_RUN_MS = 5_000;
/** The limit of one request, which also ends with its caller. */
const TIMEOUT_MS = 5 * 60_000;

const busy = (): Set<string> => processSingleton('shadowed-workspaces', () => new Set());

/**
 * Replays the last live runs of a workflow with another version of it. @throws AppError not_found, forbidden,
 * conflict
 */
export async function shadowWorkflow(
  actor: Actor,
  { id, runs, version }: { id: string; runs: number; version: ReplayVersion },
  context: Pick<RequestContext, 'signal' | 'header' | 'authenticateAgain'>,
): Promise<{ data: ShadowResult } | Reply> {
  requireWorkflowsToo(actor);
  const { workspaceId } = await findWorkflow(actor, id, REPLAY_ROLES.shadowWorkflow);
  const release = takeTurn(workspaceId);
  try {
    const logIds = await lastRuns(actor, { workspaceId, workflowId: id, runs, draftsToo: false });
    const replays = (signal: AbortSignal) => shadowed(logIds, version, within(signal));
    if (wantsEvents(context))
      return liveEvents(readerIn(context, workspaceId, REPLAY_ROLES.shadowWorkflow), (signal) =>
        endingWith(replays(signal), release, signal),
      );
    const result = await lastOf(replays(context.signal));
    release();
    return { data: result };
  } catch (error) {
    release();
    throw error;
  }
}

/** Which runs of a workflow are replayed: the last ones. `draftsToo`: also those of its draft. */
interface LastRuns {
  workspaceId: string;
  workflowId: string;
  runs: number;
  draftsToo: boolean;
}

/**
 * Replays the last runs of a workflow with a document. Authorise the workflow and its logs first.
 * @throws AppError conflict, request_timeout
 */
export async function replayLastRuns(
  actor: Actor,
  asked: LastRuns,
  choice: ReplayChoice,
  signal: AbortSignal,
): Promise<ShadowResult> {
  const release = takeTurn(asked.workspaceId);
  try {
    return await lastOf(shadowed(await lastRuns(actor, asked), choice, within(signal)));
  } finally {
    release();
  }
}

/** Runs of one workspace are replayed one after the other. @throws AppError conflict */
function takeTurn(workspaceId: string): () => void {
  if (busy().has(workspaceId))
    throw new AppError(
      'conflict',
      'Runs of this workspace are being replayed already. Wait until that ends.',
    );
  busy().add(workspaceId);
  return () => void busy().delete(workspaceId);
}

const within = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);

async function* endingWith<T>(
  events: AsyncIterable<T>,
  release: () => void,
  signal: AbortSignal,
): AsyncGenerator<T> {
  // Releases it even if nobody begins to read.
  signal.addEventListener('abort', release, { once: true });
  try {
    yield* events;
  } finally {
    release();
  }
}

async function lastOf(events: AsyncIterable<ShadowEvent>): Promise<ShadowResult> {
  for await (const event of events)
    if (event.type === 'finished') {
      const { type, ...result } = event;
      return result;
    }
  throw new AppError('request_timeout', 'The runs were not replayed in time. Ask for fewer.');
}

/** Returns the ids of their logs, newest first. */
async function lastRuns(
  actor: Actor,
  { workspaceId, workflowId, runs, draftsToo }: LastRuns,
): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES && found.length < runs; pages += 1) {
    const limit = draftsToo ? String(runs) : '1000';
    const query = { workspaceId, workflowIds: workflowId, limit, ...(cursor && { cursor }) };
    const { data, nextCursor } = await listLogs(actor, pageOf(LogsRequest.parse(query)));
    for (const { id, version } of data)
      if ((draftsToo || version !== null) && found.length < runs) found.push(id);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return found;
}

async function* shadowed(
  logIds: readonly string[],
  version: ReplayChoice,
  signal: AbortSignal,
): AsyncGenerator<ShadowEvent> {
  const tally = new Tally(logIds.length);
  let toldAtMs = performance.now();
  yield { type: 'progress', done: 0, ...tally.counts };
  for (let at = 0; at < logIds.length; at += READ_AT_ONCE) {
    const ids = logIds.slice(at, at + READ_AT_ONCE);
    const sizes = await recordedSizes(ids);
    const small = ids.filter((id) => (sizes.get(id)?.bytes ?? 0) < LARGE_BYTES);
    const stored = new Map((await readRecorded(small)).map((run) => [run.logId, run]));
    for (const logId of ids) {
      if (signal.aborted) return;
      const found = { size: sizes.get(logId), run: stored.get(logId) };
      await replayOne(tally, logId, found, version, signal);
      if (performance.now() - toldAtMs < PROGRESS_EVERY_MS) continue;
      toldAtMs = performance.now();
      yield { type: 'progress', done: tally.done, ...tally.counts };
    }
  }
  yield { type: 'finished', ...tally.counts, groups: tally.groups() };
}

/** Replays one run; one that was deleted meanwhile, is too large or takes too long is skipped. */
async function replayOne(
  tally: Tally,
  logId: string,
  { size, run }: { size: RecordedSize | undefined; run: StoredRun | undefined },
  version: ReplayChoice,
  signal: AbortSignal,
): Promise<void> {
  const begin = (): Promise<Replay> | null => {
    if (size === undefined) return null;
    const elsewhere = () => runIsolatedReplay(size, { logId, version }, signal);
    if (size.bytes >= LARGE_BYTES) return elsewhere();
    if (run === undefined || !isReplayable(run)) return null;
    const setting = { timeoutMs: TIMEOUT_A_RUN_MS, isOnTheEventLoop: true };
    return isolateIfOutgrown(() => replayStored(run, version, signal, setting), elsewhere);
  };
  try {
    const replay = await begin();
    if (replay === null) tally.skip();
    else tally.add(logId, replay.result, replay.differences[0]);
  } catch (error) {
    // The requested version doesn't exist.
    if (!isAppError(error) || error.code === 'not_found') throw error;
    tally.skip();
  }
}

/** Counts runs by result. */
class Tally {
  readonly counts;
  done = 0;
  readonly #groups = new Map<string, ShadowResult['groups'][number]>();

  constructor(total: number) {
    this.counts = { total, same: 0, different: 0, unknown: 0, skipped: 0 };
  }

  skip(): void {
    this.done += 1;
    this.counts.skipped += 1;
  }

  add(logId: string, result: 'same' | 'different' | 'unknown', first: Difference | undefined): void {
    this.done += 1;
    this.counts[result] += 1;
    if (first === undefined) return;
    const { kind, blockId, blockName } = first;
    const key = `${kind} ${blockId}`;
    const group = this.#groups.get(key) ?? { kind, blockId, blockName, runs: 0, logIds: [] };
    this.#groups.set(key, group);
    group.runs += 1;
    if (group.logIds.length < LOGS_A_GROUP) group.logIds.push(logId);
  }

  groups(): ShadowResult['groups'] {
    return [...this.#groups.values()].sort((a, b) => b.runs - a.runs);
  }
}
