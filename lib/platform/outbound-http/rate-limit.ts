import type { OutboundResponse } from './contract';

/** `retryAfterMs`: the delay that the server asks for; null without one. */
export interface RateLimit {
  isReached: boolean;
  retryAfterMs: number | null;
}

/** A limit and the remaining calls: the numbers in the server's notation, null where absent. */
interface LimitWindow {
  remaining: string | null;
  reset: string | null;
}

type Headers = OutboundResponse['headers'];

const FAILED_STATUS = 400;
const FORBIDDEN = 403;
const TOO_MANY_REQUESTS = 429;
/** Pairs of headers for the remaining calls and the reset time, as named by different servers. */
const HEADER_PAIRS = [
  ['x-ratelimit-remaining', 'x-ratelimit-reset'],
  ['x-ratelimit-remaining', 'x-ratelimit-reset-after'],
  ['x-rate-limit-remaining', 'x-rate-limit-reset'],
  ['ratelimit-remaining', 'ratelimit-reset'],
] as const;
/** Numbers from here on are a time in seconds since 1970, and from `LEAST_EPOCH_MS` on in milliseconds. */
const LEAST_EPOCH_SECONDS = 1e9;
const LEAST_EPOCH_MS = 1e12;
const SECOND_MS = 1_000;

const NONE: RateLimit = { isReached: false, retryAfterMs: null };

/**
 * Returns the rate limit in a response. A 403 is a rate limit too if the headers indicate one: with
 * `Retry-After`, or with nothing left until a given time.
 */
export function readRateLimit(
  { status, headers }: Pick<OutboundResponse, 'status' | 'headers'>,
  nowMs: number,
) {
  if (status < FAILED_STATUS) return NONE;
  const asked = parseRetryAfter(headers['retry-after'], nowMs) ?? readMilliseconds(headers);
  if (status !== TOO_MANY_REQUESTS && status !== FORBIDDEN) return { isReached: false, retryAfterMs: asked };
  const windows = windowsIn(headers);
  const usedUp = windows.filter(({ remaining }) => Number(remaining ?? Number.NaN) === 0);
  // If the remaining calls are unknown, a 429 refers to the only limit there is.
  const reached = usedUp.length > 0 || status === FORBIDDEN ? usedUp : windows.filter(isOpen);
  const waits = reached.flatMap(({ reset }) => waitUntil(reset, nowMs) ?? []);
  const retryAfterMs = asked ?? (waits.length > 0 ? Math.max(...waits) : null);
  const isReached = status === TOO_MANY_REQUESTS || retryAfterMs !== null;
  return isReached ? { isReached, retryAfterMs } : NONE;
}

/**
 * Parses `Retry-After`, seconds or HTTP date; null when absent or unreadable, 0 for a date that has passed.
 */
export function parseRetryAfter(value: string | string[] | undefined, nowMs: number): number | null {
  const text = firstOf(value) ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * SECOND_MS);
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

/** Parses Azure's headers in milliseconds. */
function readMilliseconds(headers: Headers): number | null {
  const text = firstOf(headers['retry-after-ms']) ?? firstOf(headers['x-ms-retry-after-ms']) ?? '';
  return /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text)) : null;
}

function windowsIn(headers: Headers): LimitWindow[] {
  const named = HEADER_PAIRS.flatMap(([remaining, reset]) => {
    const until = firstOf(headers[reset]);
    return until === null ? [] : [{ remaining: firstOf(headers[remaining]), reset: until }];
  });
  return [...named, ...readRateLimitHeader(String(headers.ratelimit ?? ''))];
}

/** Parses `limit=10, remaining=0, reset=30`, or since 2024 `"burst";r=0;t=30, "day";r=500;t=3600`. */
function readRateLimitHeader(text: string): LimitWindow[] {
  if (text === '') return [];
  const items = /\breset=/i.test(text) ? [text] : text.split(',');
  return items.map((item) => ({
    remaining: /\b(?:remaining|r)=(\d+)/i.exec(item)?.[1] ?? null,
    reset: /\b(?:reset|t)=(\d+)/i.exec(item)?.[1] ?? null,
  }));
}

const isOpen = ({ remaining }: LimitWindow): boolean => remaining === null;

/** Returns ms until a reset, given as a time or a delay depending on its size; null if past or unreadable. */
function waitUntil(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const waitMs = Number.isNaN(value)
    ? Date.parse(text) - nowMs
    : value >= LEAST_EPOCH_MS
      ? value - nowMs
      : value >= LEAST_EPOCH_SECONDS
        ? value * SECOND_MS - nowMs
        : value * SECOND_MS;
  return waitMs > 0 ? Math.ceil(waitMs) : null;
}

/** Returns the first value of a header that was sent several times, or is a list. */
function firstOf(value: string | string[] | undefined): string | null {
  const [text = ''] = [value ?? []].flat();
  // A date contains a comma.
  const first = /^\d/.test(text.trim()) ? text.split(/[,;]/, 1)[0] : text;
  return first === undefined || first.trim() === '' ? null : first.trim();
}
