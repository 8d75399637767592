import { afterEach, expect, test } from 'vitest';
import { clockOffset, noteClock, whyClockUnfit } from './watch-clock';

const NOW_MS = Date.UTC(2026, 0, 1);
const sample = (databaseMs: number, tookMs = 20) => ({
  sentAtMs: NOW_MS,
  receivedAtMs: NOW_MS + tookMs,
  databaseMs: NOW_MS + databaseMs,
});
afterEach(() => noteClock(sample(10)));

test('a difference within the round trip is none, because nobody can tell', () => {
  noteClock(sample(15));
  expect(clockOffset()).toBe(0);
  noteClock(sample(0));
  expect(clockOffset()).toBe(0);
  noteClock(sample(20.07)); // the database reads microseconds
  expect(clockOffset()).toBe(0);
});

test('only what is certain counts: from the nearer end of the round trip', () => {
  noteClock(sample(5_020));
  expect(clockOffset()).toBe(5_000);
  noteClock(sample(-5_000));
  expect(clockOffset()).toBe(-5_000);
  expect(whyClockUnfit()).toBeNull();
});

test('beyond the limit a process is unfit, and fit again once the clock is right', () => {
  noteClock(sample(90_020));
  expect(whyClockUnfit()).toBe("this machine's clock is 90.0 s behind the database's");
  noteClock(sample(-90_000));
  expect(whyClockUnfit()).toBe("this machine's clock is 90.0 s ahead of the database's");
  noteClock(sample(10));
  expect(whyClockUnfit()).toBeNull();
});

test('a slow round trip, and one during which the clock was set back, say nothing', () => {
  noteClock(sample(90_020));
  noteClock(sample(10, 5_000));
  noteClock(sample(10, -1));
  expect(clockOffset()).toBe(90_000);
});
