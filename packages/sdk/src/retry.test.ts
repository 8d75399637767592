import { expect, test } from 'vitest';
import { ApiError, ConnectionError, MillraceError, TimeoutError } from './errors.js';
import { mayRepeat, pause, readRetryAfter, waitBefore } from './retry.js';

const refused = (status: number, retryAfterMs: number | null = null): ApiError =>
  new ApiError(status, { code: 'x' }, { requestId: null, retryAfterMs });

test.each([429, 500, 502, 503, 504])('a repeatable request is sent again after %i', (status) => {
  expect(mayRepeat(refused(status), true)).toBe(true);
});

test.each([400, 401, 403, 404, 409, 410, 422, 501])('no request is sent again after %i', (status) => {
  expect(mayRepeat(refused(status), true)).toBe(false);
});

test('a change is sent again only if the server has refused it before doing anything', () => {
  expect(mayRepeat(refused(429), false)).toBe(true);
  for (const error of [refused(503), refused(500), new ConnectionError('x'), new TimeoutError('x')]) {
    expect(mayRepeat(error, false)).toBe(false);
    expect(mayRepeat(error, true)).toBe(true);
  }
  for (const error of [new MillraceError('x'), new Error('x'), 'x'])
    expect(mayRepeat(error, true)).toBe(false);
});

test('a Retry-After of more than a minute is the caller’s to wait', () => {
  expect(mayRepeat(refused(429, 60_000), true)).toBe(true);
  expect(mayRepeat(refused(429, 60_001), true)).toBe(false);
});

test('waits grow up to 30 s, and are anything from nothing to that', () => {
  const error = new ConnectionError('x');
  const longest = [1, 2, 3, 4, 5, 6, 7, 8, 2_000].map((failures) => waitBefore(error, failures, () => 1));
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(waitBefore(error, 5, () => 0)).toBe(0);
});

test('a wait is never less than Retry-After, and at most a second more', () => {
  expect(waitBefore(refused(429, 7_000), 1, () => 0)).toBe(7_000);
  expect(waitBefore(refused(429, 7_000), 9, () => 1)).toBe(8_000);
});

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  expect(readRetryAfter('7', now)).toBe(7_000);
  expect(readRetryAfter('0', now)).toBe(0);
  expect(readRetryAfter('Sat, 31 Jan 2026 12:00:09 GMT', now)).toBe(9_000);
  expect(readRetryAfter('Sat, 31 Jan 2026 11:00:00 GMT', now)).toBe(0);
  for (const header of [null, '', ' ', 'soon']) expect(readRetryAfter(header, now)).toBeNull();
});

test('a pause ends as soon as its signal is aborted', async () => {
  const stop = new AbortController();
  const paused = pause(1_000_000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(paused).rejects.toThrow('enough');
  await expect(pause(1_000_000, stop.signal)).rejects.toThrow('enough');
});
