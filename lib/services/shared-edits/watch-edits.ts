import { AppError, isAppError } from '../../platform/errors';
import type { Release, Room } from '../../platform/http/answer-room';
import type { RequestContext } from '../../platform/http/operation';
import type { Reply } from '../../platform/http/reply';
import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { type Actor, mayEdit } from '../access/actor';
import { liveFrames, readerIn } from '../access/live-stream';
import { commentsRevision } from '../comments/list-comments';
import { findWorkflow } from '../workflows/find-workflow';
import { getEdits, type Known } from './get-edits';
import { leave, othersPresent } from './presence';
import type { Present, SharedEvent } from './schema';

/** Then the client reconnects, and is authenticated again. */
const STREAM_LASTS_MS = 5 * 60_000;
const RECONNECT_MS = 1_000;
/** This also detects clients that left without notice. */
const LOOK_EVERY_MS = 5_000;
/** The minimum interval between updates, however much happens. */
const AT_MOST_EVERY_MS = 80;
const COMMENT_EVERY_MS = 15_000;
/** Per person in this process: each reads the database now and then. */
const MOST_STREAMS = 50;

/** The number of open streams per person. */
const open = () => processSingleton('edit-streams-open', () => new Map<string, number>());

const closing = () => processSingleton('edit-streams', () => new AbortController());

/** Ends the streams before the process does: clients reconnect to another one. */
export const endEditStreams = (): void => closing().abort();

export interface WatchEdits extends Known {
  id: string;
  clientId: string;
}

/**
 * Streams other people's changes of a workflow, the people who have it open, and changes of its comments or
 * pins.
 * @throws AppError not_found, rate_limited
 */
export async function watchEdits(
  actor: Actor,
  input: WatchEdits,
  context: Pick<RequestContext, 'signal' | 'authenticateAgain' | 'roomFor'>,
): Promise<Reply> {
  const { workspaceId } = await findWorkflow(actor, input.id, 'reader');
  if ((open().get(actor.userId) ?? 0) >= MOST_STREAMS)
    throw new AppError('rate_limited', 'Too many windows with a workflow are open. Close some.', {
      headers: { 'retry-after': '10' },
    });
  const isWriter = mayEdit(actor, workspaceId, 'workflows:write');
  // Events for writers contain credentials.
  const reader = readerIn(context, workspaceId, isWriter ? 'writer' : 'reader');
  return liveFrames(reader, (signal) => framesOf(actor, input, { signal, isWriter, room: context }));
}

async function* framesOf(
  actor: Actor,
  { id, clientId, ...known }: WatchEdits,
  { signal, isWriter, room }: { signal: AbortSignal; isWriter: boolean; room: Room },
): AsyncGenerator<string> {
  const endsAtMs = performance.now() + STREAM_LASTS_MS;
  countStream(actor, 1);
  const ending = AbortSignal.any([signal, closing().signal]);
  const bell = ringOn(id, ending);
  const held = new HeldRoom(room);
  const news = isWriter ? newUpdates(actor, { id, ...known }, held) : newVersions(actor, id);
  const talk = newComments(id);
  // An empty list is sent too: others may have left while this window was disconnected.
  let present = '';
  let spokenAtMs = performance.now();
  try {
    yield `retry: ${RECONNECT_MS}\n\n`;
    while (!ending.aborted && performance.now() < endsAtMs) {
      const events: SharedEvent[] = [];
      const event = await news();
      if (event !== null) events.push(event);
      const others = (await othersPresent(id, clientId)).map(isWriter ? (one) => one : withoutCaret);
      const text = JSON.stringify(others);
      if (text !== present) events.push({ kind: 'present', present: others });
      present = text;
      const said = await talk(bell.take('comments'));
      if (said !== null) events.push(said);
      if (bell.take('pins')) events.push({ kind: 'pins' });
      for (const item of events) yield `data: ${JSON.stringify(item)}\n\n`;
      held.release();
      if (events.length > 0) spokenAtMs = performance.now();
      if (event?.kind === 'removed') return;
      if (performance.now() - spokenAtMs > COMMENT_EVERY_MS) {
        yield ': as it was\n\n';
        spokenAtMs = performance.now();
      }
      await bell.next();
    }
  } finally {
    bell.stop();
    held.release();
    countStream(actor, -1);
    // If the stream ended by itself, the client reconnects immediately.
    if (signal.aborted) await leave(actor, id, clientId);
  }
}

/** Removes the caret: the length of a text reveals something about a credential, which readers can't see. */
function withoutCaret({ place, ...one }: Present): Present {
  return { ...one, place: { ...place, field: place.field && { ...place.field, caret: null } } };
}

function countStream({ userId }: Actor, change: 1 | -1): void {
  const count = (open().get(userId) ?? 0) + change;
  if (count > 0) open().set(userId, count);
  else open().delete(userId);
}

type News = () => Promise<SharedEvent | null>;

/** The room of large events, which is free again as soon as they were sent: a stream lasts longer. */
class HeldRoom implements Room {
  readonly #held: Release[] = [];
  readonly #room: Room;

  constructor(room: Room) {
    this.#room = room;
  }

  readonly roomFor = async (owner: string, bytes: number): Promise<Release> => {
    const release = await this.#room.roomFor(owner, bytes);
    this.#held.push(release);
    return release;
  };

  release(): void {
    for (const release of this.#held.splice(0)) release();
  }
}

function newUpdates(actor: Actor, { id, ...known }: Known & { id: string }, room: Room): News {
  let { epoch, since } = known;
  let version: number | undefined;
  return unlessRemoved(async () => {
    const { data } = await getEdits(actor, { id, epoch, since }, room);
    const isNews = epoch !== data.epoch || since !== data.seq || version !== data.workflow.version;
    ({ epoch, seq: since } = data);
    version = data.workflow.version;
    return isNews ? { kind: 'updates', ...data } : null;
  });
}

/** Reports new versions to readers. Updates may hold credentials, so readers reload the workflow instead. */
function newVersions(actor: Actor, id: string): News {
  let seen: number | undefined;
  return unlessRemoved(async () => {
    const { version } = await findWorkflow(actor, id, 'reader');
    const isNews = seen !== version;
    seen = version;
    return isNews ? { kind: 'changed', version } : null;
  });
}

/** Checks the comments when they have changed, and now and then. */
function newComments(id: string): (isDue: boolean) => Promise<SharedEvent | null> {
  let seen: string | undefined;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return async (isDue) => {
    if (!isDue && performance.now() - lookedAtMs < LOOK_EVERY_MS) return null;
    lookedAtMs = performance.now();
    const revision = await commentsRevision(id);
    const isNews = seen !== revision;
    seen = revision;
    return isNews ? { kind: 'comments', revision } : null;
  };
}

function unlessRemoved(news: News): News {
  return async () => {
    try {
      return await news();
    } catch (error) {
      if (!isAppError(error)) throw error;
      // What is refused for another reason, such as a busy server, is asked for again at the next look.
      return error.code === 'not_found' || error.code === 'forbidden' ? { kind: 'removed' } : null;
    }
  };
}

type Told = 'comments' | 'pins';

/** Waits until something may be new, or some time has passed. */
function ringOn(id: string, signal: AbortSignal) {
  let hasRung = false;
  /** Changes since the last `take`; a new client may have missed any of the pins. */
  const changed = new Set<Told>(['pins']);
  let wake = (): void => undefined;
  const ring = (): void => {
    hasRung = true;
    wake();
  };
  const heard = (named: string): void => {
    if (named === id || named === '') ring();
  };
  const heardOf = (what: Told) => (named: string) => {
    if (named === id || named === '') changed.add(what);
    heard(named);
  };
  const unsubscribe = [
    onNotification('workflow', heard),
    onNotification('presence', heard),
    onNotification('comments', heardOf('comments')),
    onNotification('pins', heardOf('pins')),
  ];
  signal.addEventListener('abort', ring);
  const until = (ms: number, woken: boolean): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        if (!woken && !signal.aborted) return;
        clearTimeout(timer);
        resolve();
      };
      if (hasRung) wake();
    });
  return {
    async next(): Promise<void> {
      await until(AT_MOST_EVERY_MS, false);
      await until(LOOK_EVERY_MS, true);
      hasRung = false;
    },
    /** True if it has changed since the last call. */
    take: (what: Told): boolean => changed.delete(what),
    stop(): void {
      for (const end of unsubscribe) end();
      signal.removeEventListener('abort', ring);
    },
  };
}
