import { expect, test } from 'vitest';
import { createLocalWindows } from './local-windows';

test('each name has its own window, anchored at its first use', () => {
  let now = 1_000;
  const windows = createLocalWindows(60_000, () => now);
  expect(windows.take('a')).toEqual({ place: 1, startMs: 1_000, nowMs: 1_000 });
  now = 31_000;
  expect(windows.take('b')).toEqual({ place: 1, startMs: 31_000, nowMs: 31_000 });
  now = 60_999;
  expect(windows.take('a')).toEqual({ place: 2, startMs: 1_000, nowMs: 60_999 });
  now = 61_000;
  expect(windows.take('a')).toEqual({ place: 1, startMs: 61_000, nowMs: 61_000 });
  expect(windows.take('b').place).toBe(2);
});

test('a flood of names makes the oldest windows go, not the newest', () => {
  let now = 0;
  const windows = createLocalWindows(60_000, () => now);
  for (let name = 0; name < 10_000; name += 1) windows.take(String(name));
  now = 1;
  windows.take('one more');
  expect(windows.take('9999').place).toBe(2);
  expect(windows.take('0').place).toBe(1);
});

test('a window in steady use survives a flood of names', () => {
  const windows = createLocalWindows(60_000, () => 1_000);
  for (let name = 0; name < 25_000; name += 1) {
    windows.take(String(name));
    if (name % 5_000 === 0) windows.take('ada');
  }
  expect(windows.take('ada').place).toBe(6);
});
