import { describe, expect, it } from 'vitest';
import { formatExact, formatRelative } from './format-time';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

describe('formatRelative', () => {
  it.each([
    [0, 'just now'],
    [59 * SECOND_MS, 'just now'],
    [61 * SECOND_MS, '1 min ago'],
    [3 * HOUR_MS, '3 h ago'],
    [49 * HOUR_MS, '2 d ago'],
    [-2 * HOUR_MS, 'in 2 h'],
    [-(7 * 24 * HOUR_MS - 1_000), 'in 7 d'],
  ])('%d ms back reads "%s"', (back, text) => {
    expect(formatRelative(NOW - back, NOW)).toBe(text);
  });

  it('turns to the date after a week, with the year when it is another', () => {
    expect(formatRelative(Date.parse('2026-11-01T12:00:00Z'), NOW)).toBe('Nov 1');
    expect(formatRelative(Date.parse('2025-11-01T12:00:00Z'), NOW)).toBe('Nov 1, 2025');
  });
});

it('names the zone of an exact time and keeps its milliseconds', () => {
  const text = formatExact(Date.parse('2026-11-21T07:24:29.120Z'), 'UTC');
  expect(text).toContain('07:24:29.120');
  expect(text).toContain('UTC');
});
