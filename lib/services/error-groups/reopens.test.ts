import { expect, test } from 'vitest';
import { reopens, type StateOfGroup } from './reopens';

const group = (change: Partial<StateOfGroup>): StateOfGroup => ({
  state: 'new',
  stateMs: 1_000,
  resolvedVersion: null,
  ignoredUntilMs: null,
  ...change,
});
const failed = (version: number | null, startedMs: number) => ({
  version,
  startedMs,
  endedMs: startedMs + 10,
});

test('what is new or acknowledged stays so', () => {
  for (const state of ['new', 'acknowledged'] as const)
    expect(reopens(group({ state }), failed(1, 2_000))).toBe(false);
});

test('a resolved group reopens by a run that started after that', () => {
  const resolved = group({ state: 'resolved' });
  expect([999, 1_000, 1_001].map((startedMs) => reopens(resolved, failed(1, startedMs)))).toEqual([
    false,
    false,
    true,
  ]);
});

test('one that is resolved in a version reopens by that version and later ones, and by a new draft', () => {
  const resolved = group({ state: 'resolved', resolvedVersion: 7 });
  expect([6, 7, 8].map((version) => reopens(resolved, failed(version, 2_000)))).toEqual([false, true, true]);
  expect(reopens(resolved, failed(8, 500))).toBe(true);
  expect([500, 2_000].map((startedMs) => reopens(resolved, failed(null, startedMs)))).toEqual([false, true]);
});

test('an ignored group reopens once its time is over, if it has one', () => {
  const until = group({ state: 'ignored', ignoredUntilMs: 2_000 });
  expect([1_980, 1_990, 2_500].map((startedMs) => reopens(until, failed(1, startedMs)))).toEqual([
    false,
    true,
    true,
  ]);
  expect(reopens(group({ state: 'ignored' }), failed(1, 9_000))).toBe(false);
});
