import { AppError, type ErrorCode, isAppError } from '../../platform/errors';
import { eventFrames, frameStream } from '../../platform/http/event-frames';
import type { RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import { logger } from '../../platform/logging/logger';
import { databaseFault } from '../../platform/postgres/database-faults';
import { type Actor, type Role, requireRole } from './actor';
import { whileWatched } from './watched-streams';

/** Who reads a stream, and what it takes to go on reading it. */
export interface StreamReader {
  context: Pick<RequestContext, 'signal' | 'authenticateAgain'>;
  /** @throws AppError once they may not: `actor` is who the request's credentials stand for now */
  requireAccess(actor: Actor | null): void | Promise<void>;
}

/** What a stream's last event says when its reader lost their access. */
export interface AccessEnded {
  code: ErrorCode;
  message: string;
}

/** A reader who needs a role in the workspace that the stream is of. */
export function readerIn(context: StreamReader['context'], workspaceId: string, least: Role): StreamReader {
  return {
    context,
    requireAccess(actor) {
      if (actor === null) throw new AppError('unauthenticated', ENDED);
      requireRole(actor, workspaceId, least);
    },
  };
}

const ENDED = 'The API key was revoked or has expired, or the session has ended.';

const lastFrame = (ended: AccessEnded): string =>
  `event: access-ended\ndata: ${JSON.stringify({ type: 'access-ended', ...ended })}\n\n`;

/** A stream of events, one JSON object each; `events` is called at once. */
export const liveEvents = (
  reader: StreamReader,
  events: (signal: AbortSignal) => AsyncIterable<unknown>,
  headers: Record<string, string> = {},
): Reply => liveFrames(reader, (signal) => eventFrames(events(signal)), { headers });

/** The same of events that are written already. `last` writes the one that says that access has ended. */
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
 * The parts of an answer for as long as its reader may have them. Rights are looked at again when anybody's
 * change, and every few seconds; then `last` is the last part. `signal` ends what makes the parts, also when
 * the reader leaves.
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

/** For an answer that took long, before it is given. @throws AppError unauthenticated, forbidden */
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
    // One that was cut off may still wait for something, and says by itself when it can't end.
    if (ended.refusal === null) await closed;
    else closed?.catch((error) => logger('http').warn('a stream that was cut off failed', { error }));
  }
}

/**
 * Lets a reader stop waiting for the next part. `Promise.race` with one that lasts would keep all the others
 * until that one settles.
 */
class EarlyEnd {
  refusal: AppError | null = null;
  #wake = (): void => undefined;

  set(refusal: AppError): void {
    this.refusal ??= refusal;
    this.#wake();
  }

  /** Null when it ended first. */
  before<T>(next: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      this.#wake = () => resolve(null);
      next.then(resolve, reject);
      if (this.refusal !== null) resolve(null);
    });
  }
}

/**
 * Null while they may read on, and while that can't be looked up: nobody's rights change while the database
 * is away, and what runs meanwhile goes on.
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
