import { expect, test } from 'vitest';
import { Stall } from './standstill.mjs';

/** Simulates looks a quarter of a second apart; `looks` holds the main thread's activity in each. */
function stillAfter(looks: Array<{ beats?: number; ranMs?: number; isWaiting?: boolean; gapMs?: number }>) {
  const standstill = new Stall();
  let [atMs, cpuMs, stillMs] = [0, 0, standstill.see({ beats: 0, atMs: 0, cpuMs: 0, isWaiting: false })];
  for (const { beats = 0, ranMs = 0, isWaiting = false, gapMs = 250 } of looks) {
    atMs += gapMs;
    cpuMs += ranMs;
    stillMs = standstill.see({ beats, atMs, cpuMs, isWaiting });
  }
  return stillMs;
}

const times = <T>(count: number, look: T): T[] => Array.from({ length: count }, () => look);

test('a loop that computes stands still for as long as it does', () => {
  expect(stillAfter(times(8, { ranMs: 250 }))).toBe(2_000);
});

test('a loop that beats doesn’t stand still', () => {
  expect(stillAfter([...times(8, { ranMs: 250 }), { beats: 1, ranMs: 250 }])).toBe(0);
  expect(stillAfter([1, 2, 3].map((beats) => ({ beats, ranMs: 250 })))).toBe(0);
});

test('a loop that gets no core doesn’t stand still by its own doing', () => {
  expect(stillAfter(times(100, { ranMs: 0 }))).toBe(0);
  expect(stillAfter(times(100, { ranMs: 10 }))).toBe(1_000);
});

test('a machine that was stopped for an hour adds half a second at most', () => {
  expect(stillAfter([{ gapMs: 3_600_000, ranMs: 250 }])).toBe(250);
  expect(stillAfter([{ gapMs: 3_600_000, isWaiting: true }])).toBe(250);
});

test('a loop that sleeps inside a call counts for half', () => {
  expect(stillAfter(times(8, { isWaiting: true }))).toBe(1_000);
});
