import { describe, expect, test } from 'vitest';
import {
  type AttemptEnd,
  judgeAttempt,
  MAX_ATTEMPTS,
  MAX_EXTENDED_ATTEMPTS,
  RETRY_DELAYS_MS,
} from './retry-schedule';

const JITTERS = [0, 0.37, 0.999_999];

const answer = (status: number, retryAfterMs: number | null = null): AttemptEnd => {
  return { status, refusedAddress: false, retryAfterMs };
};
const noAnswer: AttemptEnd = { status: null, refusedAddress: false, retryAfterMs: null };
const notAllowed: AttemptEnd = { status: null, refusedAddress: true, retryAfterMs: null };

/**
 * Every class of response, its consequence before the last attempt, and the least wait that a Retry-After
 * causes.
 */
const CLASSES: Array<
  [name: string, end: AttemptEnd, then: 'acknowledged' | 'retry' | 'failed', leastMs?: number]
> = [
  ...[200, 201, 202, 204, 206, 299].map((status) => [`${status}`, answer(status), 'acknowledged'] as const),
  ...[300, 301, 302, 303, 304, 307, 308].map((status) => [`${status}`, answer(status), 'failed'] as const),
  ...[400, 401, 403, 404, 405, 408, 409, 410, 413, 418, 422, 425, 451, 499].map(
    (status) => [`${status}`, answer(status), 'failed'] as const,
  ),
  ...[500, 501, 502, 503, 504, 505, 507, 520, 599].map(
    (status) => [`${status}`, answer(status), 'retry'] as const,
  ),
  ['429', answer(429), 'retry'],
  ['429, Retry-After 0', answer(429, 0), 'retry'],
  ['429, Retry-After 30 s', answer(429, 30_000), 'retry', 30_000],
  ['429, Retry-After 10 min', answer(429, 600_000), 'retry', 600_000],
  ['429, Retry-After 1 h', answer(429, 3_600_000), 'retry', 600_000],
  ['503, Retry-After 1 s', answer(503, 1_000), 'retry', 1_000],
  ['503, Retry-After 2 min', answer(503, 120_000), 'retry', 120_000],
  ['500, Retry-After 1 h (not its place)', answer(500, 3_600_000), 'retry'],
  ['404, Retry-After 1 s', answer(404, 1_000), 'failed'],
  ['302, Retry-After 1 s', answer(302, 1_000), 'failed'],
  ['no answer (DNS, refused, reset, TLS, timeout)', noAnswer, 'retry'],
  ['an address that is not allowed', notAllowed, 'failed'],
].map((row) => row as (typeof CLASSES)[number]);

describe.each(CLASSES)('%s', (_, end, then, leastMs = 0) => {
  test.each([1, 2, 3, 4, 5])('as attempt %i', (number) => {
    for (const jitter of JITTERS) {
      const verdict = judgeAttempt(end, { number, isExtended: false }, () => jitter);
      const expected = then === 'retry' && number >= MAX_ATTEMPTS ? 'failed' : then;
      expect(verdict.kind).toBe(expected);
      if (verdict.kind !== 'retry') continue;
      const delay = RETRY_DELAYS_MS[number - 1]!;
      expect(verdict.waitMs).toBeGreaterThanOrEqual(Math.max(delay, leastMs));
      expect(verdict.waitMs).toBeLessThanOrEqual(Math.max(delay * 1.1, leastMs) + 1);
    }
  });
});

/** Walks a whole delivery on a clock that only the schedule and the receiver's slowness move. */
function simulate(
  ends: (attempt: number) => AttemptEnd,
  lastsMs: number,
  random: () => number,
  isExtended = false,
) {
  const posts: Array<{ startMs: number; endMs: number }> = [];
  let clockMs = 0;
  for (let number = 1; ; number += 1) {
    const startMs = clockMs;
    clockMs += lastsMs;
    posts.push({ startMs, endMs: clockMs });
    const verdict = judgeAttempt(ends(number), { number, isExtended }, random);
    if (verdict.kind !== 'retry') return { posts, kind: verdict.kind };
    clockMs += verdict.waitMs;
  }
}

test.each(CLASSES.filter(([, , then]) => then === 'retry'))(
  '%s, always: five POSTs at most, never early',
  (_, end) => {
    for (const jitter of JITTERS)
      for (const lastsMs of [1, 30_000]) {
        const { posts, kind } = simulate(
          () => end,
          lastsMs,
          () => jitter,
        );
        expect(kind).toBe('failed');
        expect(posts).toHaveLength(5);
        const waits = posts.slice(1).map((post, index) => post.startMs - posts[index]!.endMs);
        const asked = end.status === 429 || end.status === 503 ? Math.min(end.retryAfterMs ?? 0, 600_000) : 0;
        for (const [index, wait] of waits.entries()) {
          const delay = [5_000, 15_000, 60_000, 180_000][index]!;
          expect(wait).toBeGreaterThanOrEqual(Math.max(delay, asked));
          expect(wait).toBeLessThanOrEqual(Math.max(delay * 1.1, asked) + 1);
        }
      }
  },
);

test.each([1, 2, 3, 4, 5])('a success at attempt %i ends it there', (success) => {
  const { posts, kind } = simulate((n) => answer(n === success ? 200 : 500), 10, Math.random);
  expect([posts.length, kind]).toEqual([success, 'acknowledged']);
});

test('the documented delays are all there, and the number of attempts rules', () => {
  expect(RETRY_DELAYS_MS).toEqual([5_000, 15_000, 60_000, 180_000, 600_000]);
  expect(MAX_ATTEMPTS).toBe(5);
});

test.each(CLASSES.filter(([, , then]) => then === 'retry'))(
  '%s, always, with extended retries: five more POSTs after the documented five, never early',
  (_, end) => {
    for (const jitter of JITTERS) {
      const { posts, kind } = simulate(
        () => end,
        30_000,
        () => jitter,
        true,
      );
      expect([kind, posts.length]).toEqual(['failed', MAX_EXTENDED_ATTEMPTS]);
      const waits = posts.slice(1).map((post, index) => post.startMs - posts[index]!.endMs);
      for (const [index, hours] of [0.5, 2, 5, 10, 24].entries()) {
        const wait = waits[index + 4]!;
        expect(wait).toBeGreaterThanOrEqual(hours * 3_600_000);
        expect(wait).toBeLessThanOrEqual(hours * 3_600_000 * 1.1 + 1);
      }
    }
  },
);
