import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets';

test('a burst passes, then so many a minute', () => {
  let nowMs = 0;
  const buckets = createTokenBuckets({ burst: 3, perMinute: 2, now: () => nowMs });
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([true, true, true, false]);
  expect(buckets.isEmpty('a')).toBe(true);
  expect(buckets.take('b')).toBe(true);
  nowMs += 30_000;
  expect([buckets.take('a'), buckets.take('a')]).toEqual([true, false]);
});

test('tries while empty do not push the next token away', () => {
  let nowMs = 0;
  const buckets = createTokenBuckets({ burst: 1, perMinute: 1, now: () => nowMs });
  buckets.take('a');
  for (let second = 0; second < 59; second += 1) {
    nowMs += 1_000;
    expect(buckets.take('a')).toBe(false);
  }
  nowMs += 1_001;
  expect(buckets.take('a')).toBe(true);
});

test('a flood of names pushes out the one taken from longest ago', () => {
  const buckets = createTokenBuckets({ burst: 1, perMinute: 0, maxNames: 2 });
  buckets.take('a');
  buckets.take('b');
  buckets.take('a');
  buckets.take('c');
  expect(buckets.isEmpty('b')).toBe(false);
  expect(buckets.isEmpty('a')).toBe(true);
});
