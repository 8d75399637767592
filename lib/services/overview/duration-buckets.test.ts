import { expect, test } from 'vitest';
import { seeded } from '../logs/testing/random-logs';
import { percentile } from './duration-buckets';

/** Computes the bucket as the statement does. */
const bucketOf = (ms: number): number => (ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(1.1)));

test('percentiles are within five per cent of the real ones', () => {
  const random = seeded(1);
  for (let round = 0; round < 50; round += 1) {
    const durations = Array.from({ length: 1 + Math.floor(random() * 400) }, () =>
      Math.ceil(10 ** (random() * 7)),
    ).sort((a, b) => a - b);
    const buckets = durations.map((ms) => ({ bucket: bucketOf(ms), n: 1 }));
    for (const share of [0.5, 0.95, 1]) {
      const real = durations[Math.ceil(durations.length * share) - 1]!;
      expect(Math.abs(percentile(buckets, share)! - real)).toBeLessThanOrEqual(real * 0.05 + 0.05);
    }
  }
});

test('no runs have none, and the shortest are one millisecond', () => {
  expect(percentile([], 0.5)).toBeNull();
  expect(percentile([{ bucket: 0, n: 3 }], 0.95)).toBe(1);
});
