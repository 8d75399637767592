import { expect, test } from 'vitest';
import { countByBucket, outcomeSeries } from './outcome-series';

const NONE = { info: 0, warning: 0, error: 0, cancelled: 0 };

test('warnings and stopped runs are a series of their own where there are some, and part of no other', () => {
  const { series, valuesOf } = outcomeSeries([NONE, { info: 5, warning: 2, error: 1, cancelled: 3 }]);
  expect(series.map(({ label }) => label)).toEqual(['Errors', 'With warnings', 'Success', 'Cancelled']);
  expect(valuesOf({ info: 5, warning: 2, error: 1, cancelled: 3 })).toEqual([1, 2, 3, 3]);
});

test('a chart without any shows errors and successes alone', () => {
  const { series, valuesOf } = outcomeSeries([NONE, { ...NONE, info: 4 }]);
  expect(series.map(({ label }) => label)).toEqual(['Errors', 'Success']);
  expect(valuesOf({ ...NONE, info: 4 })).toEqual([0, 4]);
});

test('runs are counted where they started, and those outside nowhere', () => {
  const buckets = ['12:00', '12:10', '12:20'].map((time) => ({ start: `2026-01-01T${time}:00.000Z` }));
  const at = (time: string) => ({ startedAt: `2026-01-01T${time}Z` });
  const runs = [
    at('12:00:00.000'),
    at('12:09:59.999'),
    at('12:20:00.000'),
    at('11:59:59.999'),
    at('12:30:00.000'),
  ];
  expect(countByBucket({ buckets, bucketMs: 600_000 }, runs)).toEqual([2, 0, 1]);
  expect(countByBucket({ buckets: [], bucketMs: 600_000 }, runs)).toEqual([]);
});
