import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEchoes } from './echoes';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what was told comes back late without counting as a change', () => {
  const echoes = createEchoes();
  for (const text of ['a', 'ab', 'abc']) echoes.note(text);
  expect([echoes.isEcho('ab'), echoes.isEcho('abc')]).toEqual([true, true]);
  expect(echoes.isEcho('abc')).toBe(false);
});

test('another text is the owner’s own, and nothing told before counts any more', () => {
  const echoes = createEchoes();
  echoes.note('a');
  expect(echoes.isEcho('x')).toBe(false);
  expect(echoes.isEcho('a')).toBe(false);
});

test('calls back once after the last of many, unless it has ended', () => {
  const echoes = createEchoes();
  const callback = vi.fn();
  const end = echoes.whenSettled(callback);
  echoes.note('a');
  vi.advanceTimersByTime(300);
  echoes.note('ab');
  vi.advanceTimersByTime(300);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(callback).toHaveBeenCalledTimes(1);
  echoes.note('abc');
  end();
  vi.advanceTimersByTime(1_000);
  expect(callback).toHaveBeenCalledTimes(1);
});
