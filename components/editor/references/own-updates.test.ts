import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOwnUpdates } from './own-updates';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what was told comes back late without counting as a change', () => {
  const ownUpdates = createOwnUpdates();
  for (const text of ['a', 'ab', 'abc']) ownUpdates.note(text);
  expect([ownUpdates.isOwn('ab'), ownUpdates.isOwn('abc')]).toEqual([true, true]);
  expect(ownUpdates.isOwn('abc')).toBe(false);
});

test('another text is the owner’s own, and nothing told before counts any more', () => {
  const ownUpdates = createOwnUpdates();
  ownUpdates.note('a');
  expect(ownUpdates.isOwn('x')).toBe(false);
  expect(ownUpdates.isOwn('a')).toBe(false);
});

test('calls back once after the last of many, unless it has ended', () => {
  const ownUpdates = createOwnUpdates();
  const callback = vi.fn();
  const end = ownUpdates.whenSettled(callback);
  ownUpdates.note('a');
  vi.advanceTimersByTime(300);
  ownUpdates.note('ab');
  vi.advanceTimersByTime(300);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(callback).toHaveBeenCalledTimes(1);
  ownUpdates.note('abc');
  end();
  vi.advanceTimersByTime(1_000);
  expect(callback).toHaveBeenCalledTimes(1);
});
