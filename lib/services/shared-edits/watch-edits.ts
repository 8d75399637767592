import { AppError, isAppError } from '../../platform/errors';
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

/** Then the client asks again, and is authenticated again. */
const STREAM_LASTS_MS = 5 * 60_000;
const RECONNECT_MS = 1_000;
/** Also who left without a word is noticed so. */
const LOOK_EVERY_MS = 5_000;
/** However much happens, nobody is told more often. */
const AT_MOST_EVERY_MS = 80;
const COMMENT_EVERY_MS = 15_000;
/** Of one person in this process: each reads the database now and then. */
const MOST_STREAMS = 50;

/** How many each person has open. */
const open = () => processSingleton('edit-streams-open', () => new Map<string, number>());

const closing = () => processSingleton('edit-streams', () => new AbortController());

/** Before the process ends: who follows goes on with another. */
export const endEditStreams = (): void => closing().abort();

export interface WatchEdits extends Known {
  id: string;
  clientId: string;
}

/**
 * A stream of what others change in a workflow, of who has it open, and of when its comments or pins
 * changed.
 * @throws AppError not_found, rate_limited
 */
export async function watchEdits(
  actor: Actor,
  input: WatchEdits,
  context: Pick<RequestContext, 'signal' | 'authenticateAgain'>,
): Promise<Reply> {
  const { workspaceId } = await findWorkflow(actor, input.id, 'reader');
  if ((open().get(actor.userId) ?? 0) >= MOST_STREAMS)
    throw new AppError('rate_limited', 'Too many windows with a workflow are open. Close some.', {
      headers: { 'retry-after': '10' },
    });
  const isWriter = mayEdit(actor, workspaceId, 'workflows:write');
  // What writers are sent holds credentials.
  const reader = readerIn(context, workspaceId, isWriter ? 'writer' : 'reader');
  return liveFrames(reader, (signal) => framesOf(actor, input, { signal, isWriter }));
}

async function* framesOf(
  actor: Actor,
  { id, clientId, ...known }: WatchEdits,
  { signal, isWriter }: { signal: AbortSignal; isWriter: boolean },
): AsyncGenerator<string> {
  const endsAtMs = performance.now() + STREAM_LASTS_MS;
  countStream(actor, 1);
  const ending = AbortSignal.any([signal, closing().signal]);
  const bell = ringOn(id, ending);
  const news = isWriter ? newUpdates(actor, id, known) : newVersions(actor, id);
  const talk = newComments(id);
  // Also nobody is told: who was there may have left while this window heard nothing.
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
    countStream(actor, -1);
    // Else it comes back at once.
    if (signal.aborted) await leave(actor, id, clientId);
  }
}

/** The length of a text tells something of a credential, which readers aren't shown. */
function withoutCaret({ place, ...one }: Present): Present {
  return { ...one, place: { ...place, field: place.field && { ...place.field, caret: null } } };
}

function countStream({ userId }: Actor, change: 1 | -1): void {
  const count = (open().get(userId) ?? 0) + change;
  if (count > 0) open().set(userId, count);
  else open().delete(userId);
}

type News = () => Promise<SharedEvent | null>;

function newUpdates(actor: Actor, id: string, known: Known): News {
  let { epoch, since } = known;
  let version: number | undefined;
  return unlessRemoved(async () => {
    const { data } = await getEdits(actor, { id, epoch, since });
    const isNews = epoch !== data.epoch || since !== data.seq || version !== data.workflow.version;
    ({ epoch, seq: since } = data);
    version = data.workflow.version;
    return isNews ? { kind: 'updates', ...data } : null;
  });
}

/** Readers aren't shown credentials, which updates may hold: they read the workflow again. */
function newVersions(actor: Actor, id: string): News {
  let seen: number | undefined;
  return unlessRemoved(async () => {
    const { version } = await findWorkflow(actor, id, 'reader');
    const isNews = seen !== version;
    seen = version;
    return isNews ? { kind: 'changed', version } : null;
  });
}

/** They are looked at when some were changed, and now and then. */
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
      if (isAppError(error)) return { kind: 'removed' };
      throw error;
    }
  };
}

type Told = 'comments' | 'pins';

/** Rings when something may be new, and now and then. */
function ringOn(id: string, signal: AbortSignal) {
  let hasRung = false;
  /** Of what has changed since it was asked for last; somebody who comes may have missed anything. */
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
    /** Whether it has changed since this was asked last. */
    take: (what: Told): boolean => changed.delete(what),
    stop(): void {
      for (const end of unsubscribe) end();
      signal.removeEventListener('abort', ring);
    },
  };
}
