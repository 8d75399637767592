import { expect, test } from 'vitest';
import { outcomeSeries } from './outcome-series';

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
