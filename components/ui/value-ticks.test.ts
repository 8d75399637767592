import { describe, expect, test } from 'vitest';
import { formatDuration, formatUsd } from './format-quantity';
import { tickLabel, valueTicks } from './value-ticks';

const MINUTE = 60_000;

describe('the lines across a chart', () => {
  test.each([
    ['few runs', 7, 1, [0, 5]],
    ['one run', 1, 3, [0, 1]],
    ['thousands', 8_400, 4, [0, 2_000, 4_000, 6_000, 8_000]],
  ])('stand at round counts and never above the highest: %s', (_, most, room, ticks) => {
    expect(valueTicks(most, room, 'count')).toEqual(ticks);
  });

  test.each([
    ['milliseconds', 84, 3, [0, 50]],
    ['seconds', 6_400, 3, [0, 2_000, 4_000, 6_000]],
    ['half minutes', 100_000, 3, [0, 30_000, 60_000, 90_000]],
    ['minutes', 50 * MINUTE, 3, [0, 15 * MINUTE, 30 * MINUTE, 45 * MINUTE]],
    ['days', 9 * 24 * 60 * MINUTE, 2, [0, 5 * 24 * 60 * MINUTE]],
  ])('stand at times that people count by: %s', (_, most, room, ticks) => {
    expect(valueTicks(most, room, 'duration')).toEqual(ticks);
  });

  test('stand at parts of 1 where values are smaller, and only at 0 where nothing is', () => {
    expect(valueTicks(0.34, 3, 'number')).toEqual([0, 0.1, 0.2, 0.3]);
    expect(valueTicks(0.00042, 2, 'number')).toEqual([0, 0.0002, 0.0004]);
    expect(valueTicks(0, 3, 'number')).toEqual([0]);
  });

  test('are written without zeros that say nothing', () => {
    expect([2_000, 15_000, 1_500, 0].map((ms) => tickLabel(formatDuration(ms)))).toEqual([
      '2 s',
      '15 s',
      '1.50 s',
      '0 ms',
    ]);
    expect([2, 1.5, 1_000, 0.002].map((usd) => tickLabel(formatUsd(usd)))).toEqual([
      '$2',
      '$1.50',
      '$1,000',
      '$0.002',
    ]);
    expect(tickLabel('2.0%')).toBe('2%');
  });
});
