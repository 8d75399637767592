import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OutboundClient } from '../../../../platform/outbound-http/contract';
import { requestToken } from './request-token';
import type { TokenAnswer, TokenGrant } from './token-grant';

export interface TokenContext {
  http: OutboundClient;
  signal: AbortSignal;
  now: () => number;
}

interface CachedToken {
  answer: Promise<TokenAnswer>;
  /** Infinity until it has been fetched. */
  usableUntilMs: number;
}

/** A token is renewed this long before it expires, so that it doesn't expire on its way. */
const RENEWAL_MARGIN_MS = 30_000;
const MAX_CACHED = 1_000;

/** Tokens live in memory as long as the process's client. */
const caches = new WeakMap<OutboundClient, LRUCache<string, CachedToken>>();

/**
 * Returns a cached token or a new one; simultaneous callers share one fetch. `refused`: a token that a
 * server rejected.
 */
export async function accessToken(
  grant: TokenGrant,
  { http, signal, now }: TokenContext,
  refused: string | null = null,
): Promise<TokenAnswer> {
  const client = http.shared ?? http;
  const cache = cacheOf(client);
  const key = keyOf(grant);
  const cached = cache.get(key);
  if (cached !== undefined && now() < cached.usableUntilMs) {
    const answer = await unlessAborted(cached.answer, signal);
    if (!answer.ok || answer.token !== refused) return answer;
    if (cache.get(key) === cached) cache.delete(key);
    else return accessToken(grant, { http, signal, now }, refused);
  }
  const fresh: CachedToken = { answer: requestToken(grant, client), usableUntilMs: Number.POSITIVE_INFINITY };
  cache.set(key, fresh);
  const forget = () => {
    if (cache.get(key) === fresh) cache.delete(key);
  };
  fresh.answer.then((answer) => {
    if (answer.ok) fresh.usableUntilMs = now() + answer.lifetimeMs - RENEWAL_MARGIN_MS;
    else forget();
  }, forget);
  return unlessAborted(fresh.answer, signal);
}

function cacheOf(http: OutboundClient): LRUCache<string, CachedToken> {
  const known = caches.get(http);
  if (known !== undefined) return known;
  const made = new LRUCache<string, CachedToken>({ max: MAX_CACHED });
  caches.set(http, made);
  return made;
}

/** Whoever knows all these values may have the token, so the workspace is no part of the key. */
function keyOf({ tokenUrl, clientId, clientSecret, scope, audience, sendCredentials }: TokenGrant): string {
  const secret = createHash('sha256').update(clientSecret).digest('base64');
  return JSON.stringify([tokenUrl, clientId, secret, scope, audience, sendCredentials]);
}

const CANCELLED: TokenAnswer = {
  ok: false,
  error: {
    code: 'CANCELLED',
    message: 'The request was cancelled because the run was.',
    phase: 'cancelled',
    retryable: false,
    retryAfterMs: null,
  },
};

/** Stops waiting on abort; the fetch itself continues, because others may wait for it. */
function unlessAborted(answer: Promise<TokenAnswer>, signal: AbortSignal): Promise<TokenAnswer> {
  if (signal.aborted) return Promise.resolve(CANCELLED);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(CANCELLED);
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
