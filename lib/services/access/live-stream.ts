import { AppError, type ErrorCode, isAppError } from '../../platform/errors';
import { eventFrames, frameStream } from '../../platform/http/event-frames';
import type { RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import { logger } from '../../platform/logging/logger';
import { databaseFault } from '../../platform/postgres/database-faults';
import { type Actor, type Role, requireRole } from './actor';
import { requireSameReach } from './key-limits';
import { whileWatched } from './watched-streams';

/** The reader of a stream and the check that decides whether they may go on reading. */
export interface StreamReader {
  context: Pick<RequestContext, 'signal' | 'authenticateAgain'>;
  /** @throws AppError once they lose access; `actor` is resolved from the request's credentials now */
  requireAccess(actor: Actor | null): void | Promise<void>;
}

/** The payload of the last event when the reader has lost access. */
export interface AccessEnded {
  code: ErrorCode;
  message: string;
}

/**
 * Returns a reader who needs a role in the stream's workspace.
 * @param before who began, if what is read depends on the workflows of a key
 */
export function readerIn(
  context: StreamReader['context'],
  workspaceId: string,
  least: Role,
  before?: Actor,
): StreamReader {
  return {
    context,
    requireAccess(actor) {
      if (actor === null) throw new AppError('unauthenticated', ENDED);
      requireRole(actor, workspaceId, least);
      if (before !== undefined) requireSameReach(before, actor);
    },
  };
}

const ENDED = 'The API key was revoked or has expired, or the session has ended.';

const lastFrame = (ended: AccessEnded): string =>
  `event: access-ended\ndata: ${JSON.stringify({ type: 'access-ended', ...ended })}\n\n`;

/** Returns a stream of events, one JSON object each; `events` is called immediately. */
export const liveEvents = (
  reader: StreamReader,
  events: (signal: AbortSignal) => AsyncIterable<unknown>,
  headers: Record<string, string> = {},
): Reply => liveFrames(reader, (signal) => eventFrames(events(signal)), { headers });

/** Does the same for serialized events. `last` writes the event that reports the loss of access. */
export function liveFrames(
  reader: StreamReader,
  frames: (signal: AbortSignal) => AsyncIterable<string>,
  { last = lastFrame, headers = {} }: Partial<LiveFrames> = {},
): Reply {
  return frameStream(whileAllowed(reader, frames, last), headers);
}

interface LiveFrames {
  last: (ended: AccessEnded) => string;
  headers: Record<string, string>;
}

/**
 * Yields the parts of a response while its reader has access. Access is checked again whenever anybody's
 * rights change, and every few seconds; when it is lost, `last` is the last part. `signal` aborts the
 * source, also when the reader disconnects.
 */
export function whileAllowed(
  reader: StreamReader,
  parts: (signal: AbortSignal) => AsyncIterable<string>,
  last: (ended: AccessEnded) => string,
): AsyncIterable<string> {
  const ending = new AbortController();
  const signal = AbortSignal.any([reader.context.signal, ending.signal]);
  const source = parts(signal)[Symbol.asyncIterator]();
  return followed(source, reader, ending, last);
}

/** Checks access again before a slow response is sent. @throws AppError unauthenticated, forbidden */
export async function requireStillAllowed(reader: StreamReader): Promise<void> {
  const refusal = await refusalOf(reader);
  if (refusal !== null) throw refusal;
}

async function* followed(
  source: AsyncIterator<string>,
  reader: StreamReader,
  ending: AbortController,
  last: (ended: AccessEnded) => string,
): AsyncGenerator<string> {
  const ended = new EarlyEnd();
  const stop = whileWatched(async () => {
    const refusal = await refusalOf(reader);
    if (refusal === null) return;
    ended.set(refusal);
    ending.abort();
  });
  try {
    while (ended.refusal === null) {
      const part = await ended.before(source.next());
      if (part === null) break;
      if (part.done === true) return;
      yield part.value;
    }
    const { code, message } = ended.refusal!;
    yield last({ code, message });
  } finally {
    stop();
    const closed = source.return?.();
    // A source that was cut off may still be waiting, so it isn't awaited; its failure is logged.
    if (ended.refusal === null) await closed;
    else closed?.catch((error) => logger('http').warn('a stream that was cut off failed', { error }));
  }
}

/**
 * Lets a reader stop waiting for the next part. `Promise.race` with a long-lived promise would retain all
 * the others until that promise settles.
 */
class EarlyEnd {
  refusal: AppError | null = null;
  #wake = (): void => undefined;

  set(refusal: AppError): void {
    this.refusal ??= refusal;
    this.#wake();
  }

  /** Resolves to null if the stream was ended first. */
  before<T>(next: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      this.#wake = () => resolve(null);
      next.then(resolve, reject);
      if (this.refusal !== null) resolve(null);
    });
  }
}

/**
 * Returns null while reading is allowed, and while that can't be looked up: no rights change while the
 * database is unavailable, and runs continue meanwhile.
 */
async function refusalOf({ context, requireAccess }: StreamReader): Promise<AppError | null> {
  try {
    await requireAccess((await context.authenticateAgain()) as Actor | null);
    return null;
  } catch (error) {
    if (isAppError(error)) return error.code === 'unavailable' ? null : error;
    if (databaseFault(error) !== null) return null;
    logger('http').error('the rights of a stream’s reader could not be checked', { error });
    return new AppError('internal', 'The server could not check that you may still read this.');
  }
}
