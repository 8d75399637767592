import { expect, test } from 'vitest';
import { bucketing, DAY_MS, HOUR_MS, segmentsOf, startsOf } from './bucket-steps';

const at = (text: string): number => Date.parse(text);

test('buckets are as narrow as their number allows and begin at multiples of their width', () => {
  const shape = bucketing(at('2026-01-01T10:20:00Z'), at('2026-01-02T10:20:00Z'), 60);
  expect(shape).toEqual({ originMs: at('2026-01-01T10:00:00Z'), bucketMs: HOUR_MS / 2, count: 49 });
  expect(startsOf(shape).at(-1)).toBe(at('2026-01-02T10:00:00Z'));
  expect(bucketing(0, at('9999-12-31T00:00:00Z'), 7).count).toBeLessThanOrEqual(7);
  expect(bucketing(5_000, 5_000, 1)).toEqual({ originMs: 5_000, bucketMs: 1_000, count: 1 });
});

test('a range is read in sums where they fit into its buckets, without gap or overlap', () => {
  const [startMs, endMs] = [at('2026-01-01T10:20:00Z'), at('2026-01-05T03:10:00Z')];
  expect(segmentsOf(startMs, endMs, HOUR_MS / 2)).toEqual([{ from: 'log', startMs, endMs }]);
  expect(segmentsOf(startMs, endMs, 2 * HOUR_MS).map(({ from }) => from)).toEqual(['log', 'hour', 'log']);
  const parts = segmentsOf(startMs, endMs, DAY_MS);
  expect(parts.map(({ from }) => from)).toEqual(['log', 'hour', 'day', 'hour', 'log']);
  const weeks = segmentsOf(startMs, at('2026-03-05T03:10:00Z'), 14 * DAY_MS);
  expect(weeks.map(({ from }) => from)).toEqual(['log', 'hour', 'day', 'week', 'day', 'hour', 'log']);
  expect(new Date(weeks[3]!.startMs).getUTCDay()).toBe(1);
  for (const [index, part] of weeks.slice(1).entries()) expect(part.startMs).toBe(weeks[index]!.endMs);
  expect(parts[0]!.startMs).toBe(startMs);
  expect(parts.at(-1)!.endMs).toBe(endMs);
  for (const [index, part] of parts.slice(1).entries()) expect(part.startMs).toBe(parts[index]!.endMs);
});
