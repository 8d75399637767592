import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAppError } from '../../../platform/errors';
import type { Room } from '../../../platform/http/answer-room';
import type { RequestContext } from '../../../platform/http/operation';
import type { Reply } from '../../../platform/http/reply';
import { writeJson } from '../../../platform/text/json-text';
import type { Actor } from '../../access/actor';
import { liveFrames, readerIn } from '../../access/live-stream';
import type { ExecutionState } from '../schema';
import { getExecution, getPlacedExecution } from './get-execution';
import { requireRoomToWait, whileWaitedFor } from './waited-runs';

const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 1_000;
/** Proxies close what is silent for much longer. */
const COMMENT_EVERY_MS = 15_000;
/** Then the caller connects again, and is authenticated again. */
const STREAM_LASTS_MS = 15 * 60_000;
const RECONNECT_MS = 1_000;

/**
 * A stream of the execution's states, wherever it runs, up to its end. @throws AppError not_found,
 * rate_limited
 */
export async function watchExecution(
  actor: Actor,
  executionId: string,
  context: Pick<RequestContext, 'signal' | 'header' | keyof Room | 'authenticateAgain'>,
): Promise<Reply> {
  const { workspaceId, ...first } = await getPlacedExecution(actor, executionId, 'watcher', context);
  requireRoomToWait(workspaceId);
  const seen = context.header('last-event-id') ?? '';
  return liveFrames(readerIn(context, workspaceId, 'reader', actor), (signal) =>
    countedIn(workspaceId, framesOf(actor, first, { signal, seen, roomFor: context.roomFor })),
  );
}

/** Counts the stream, while it is read, as a run that is waited for. */
async function* countedIn<T>(workspaceId: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const counting = whileWaitedFor(workspaceId, () => released);
  try {
    yield* items;
  } finally {
    release();
    await counting;
  }
}

interface Reader extends Room {
  signal: AbortSignal;
  /** Id of the state that it has. */
  seen: string;
}

async function* framesOf(actor: Actor, first: ExecutionState, reader: Reader): AsyncGenerator<string> {
  const { signal } = reader;
  const endsAtMs = performance.now() + STREAM_LASTS_MS;
  let { seen } = reader;
  let sentAtMs = performance.now();
  let waitMs = FIRST_WAIT_MS;
  yield `retry: ${RECONNECT_MS}\n\n`;
  for (let state: ExecutionState | null = first; state !== null; state = await stateLater(waitMs)) {
    const json = writeJson(state);
    const id = createHash('sha256').update(json).digest('hex').slice(0, 16);
    const isNews = id !== seen;
    if (isNews) yield `id: ${id}\ndata: ${json}\n\n`;
    else if (performance.now() - sentAtMs > COMMENT_EVERY_MS) yield ': still as it was\n\n';
    else {
      waitMs = Math.min(waitMs * 1.5, MAX_WAIT_MS);
      continue;
    }
    if (isNews && state.endedAt !== null) return;
    seen = id;
    sentAtMs = performance.now();
    if (isNews) waitMs = FIRST_WAIT_MS;
  }

  /** Null: the stream is over. */
  async function stateLater(ms: number): Promise<ExecutionState | null> {
    if (performance.now() > endsAtMs) return null;
    try {
      await sleep(ms, undefined, { signal });
      return await getExecution(actor, first.executionId, 'watcher', reader);
    } catch (error) {
      // The caller left, or the log was deleted meanwhile.
      if (signal.aborted || isAppError(error)) return null;
      throw error;
    }
  }
}
