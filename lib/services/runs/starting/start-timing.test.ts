import { expect, test } from 'vitest';
import { timingOf } from './start-timing';

const NOW_MS = Date.parse('2026-01-31T12:00:00Z');
const timing = (asked: Parameters<typeof timingOf>[0]) => timingOf(asked, 'async', NOW_MS);

test('what is not said has no part in it', () => {
  expect(timing({})).toBeNull();
  expect(timing({ priority: -3 })).toEqual({ startAtMs: null, expiresAtMs: null, priority: -3 });
  expect(timing({ delay: 60, ttl: 90 })).toEqual({
    startAtMs: NOW_MS + 60_000,
    expiresAtMs: NOW_MS + 90_000,
    priority: 0,
  });
});

test('a time of a moment ago is now, one of last year is refused', () => {
  expect(timing({ startAt: NOW_MS - 1_000 })?.startAtMs).toBeNull();
  expect(() => timing({ startAt: NOW_MS - 31_536_000_000 })).toThrow('in the past');
  expect(() => timing({ startAt: NOW_MS + 400 * 86_400_000 })).toThrow('more than a year');
});

test('what can never be met is refused', () => {
  expect(() => timing({ delay: 60, ttl: 60 })).toThrow('could never begin');
  expect(() => timing({ delay: 1, startAt: NOW_MS })).toThrow('not both');
  expect(() => timingOf({ ttl: 5 }, 'sync', NOW_MS)).toThrow('mode=async');
});
