import type { BlockError, BlockResult } from './block';
import type { BlockNotes, KnownServers, ServerFailure } from './outside-work';

/** Stored in the journal before the block waits, so that a later try of the run asks before it sends. */
const WAITED = 'waited-for-server';

const CANCELLED: BlockError = { code: 'CANCELLED', message: 'The run was cancelled.' };

/** A server that a block waits for. */
export interface AwaitedServer {
  /** Scheme, host and port. */
  origin: string;
  /** The most requests that the block may send to it in a second; null: no limit of its own. */
  perSecond: number | null;
}

/** Returns notes that also know what this try of the run has written. */
export function rememberedNotes(notes: BlockNotes): BlockNotes {
  const written = new Map<string, unknown>();
  return {
    tryId: notes.tryId,
    read: (name) => written.get(name) ?? notes.read(name),
    write: (name, value) => {
      written.set(name, value);
      return notes.write(name, value);
    },
  };
}

/** `server`: what the result says of the server; `unknown` if it says nothing. */
export interface Sent {
  result: BlockResult;
  server: 'answered' | 'unknown' | ServerFailure;
}

export interface Sending {
  /** Sends with all attempts, or with one. */
  send: (attempts: 'all' | 'one') => Promise<Sent>;
  /** Returns the result of a block that sends nothing. */
  refuse: (error: BlockError) => BlockResult;
}

/**
 * Sends, and waits while the server is unavailable: before the first attempt if that is known, else after the
 * last one. Each wait leads to a new set of attempts, until the server answers or the longest wait is over.
 */
export async function sendWhenAvailable(
  { origin, perSecond }: AwaitedServer,
  { servers, notes }: { servers: KnownServers; notes: BlockNotes },
  { send, refuse }: Sending,
): Promise<BlockResult> {
  let mustAsk = notes.read(WAITED) !== undefined || (await servers.isAway(origin));
  let last: Sent | null = null;
  let waitedSinceMs: number | null = null;
  let attempts: 'all' | 'one' = 'all';
  for (;;) {
    if (mustAsk) {
      if (notes.read(WAITED) === undefined) await notes.write(WAITED, true);
      const failure = last !== null && typeof last.server === 'object' ? last.server : null;
      const end = await servers.wait({ origin, perSecond, failure });
      if (end.how === 'cancelled') return refuse(CANCELLED);
      if (end.how === 'ended') return refuse(unavailable(origin));
      if (end.how === 'refused') return (last ?? (await send('all'))).result;
      if (end.how === 'due') return (await send('one')).result;
      waitedSinceMs = end.startedMs;
      attempts = end.isProbe ? 'one' : 'all';
    }
    last = await send(attempts);
    if (last.server === 'answered') servers.answered(origin);
    if (typeof last.server === 'string')
      return waitedSinceMs === null ? last.result : withWait(last.result, origin, waitedSinceMs);
    mustAsk = true;
  }
}

const hostOf = (origin: string): string => origin.slice(origin.indexOf('//') + 2);

function withWait(result: BlockResult, origin: string, sinceMs: number): BlockResult {
  const since = new Date(sinceMs).toISOString();
  const words = `The run waited for ${hostOf(origin)}, which was unavailable, since ${since}.`;
  return { ...result, warnings: [...(result.warnings ?? []), words] };
}

const unavailable = (origin: string): BlockError => ({
  code: 'SERVER_UNAVAILABLE',
  message:
    `${hostOf(origin)} was unavailable, and somebody ended the wait for it. ` +
    'Run it again once the server answers.',
  phase: 'wait',
  retryable: true,
  retryAfterMs: null,
});
