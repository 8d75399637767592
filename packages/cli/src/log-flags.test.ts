import { expect, test } from 'vitest';
import { filtersIn, LOG_FLAGS } from './log-flags';
import { readArguments } from './read-arguments';

const idOf = async (name: string): Promise<string> => `id of ${name}`;
const filters = (...args: string[]) => filtersIn(readArguments(args, LOG_FLAGS), idOf);

test('flags become the filters of the API: lists, ids of names, amounts of time', async () => {
  expect(await filters('--tag', 'a,b', '--tag', 'c', '--workflow', 'Greet', '--level', 'error')).toEqual({
    tags: ['a', 'b', 'c'],
    workflowIds: ['id of Greet'],
    level: 'error',
  });
  expect(await filters('--min-duration', '500', '--max-duration', '2s', '--min-cost', '0.5')).toEqual({
    minDurationMs: 500,
    maxDurationMs: 2_000,
    minCost: '0.5',
  });
  expect(await filters('--since', '2026-01-31', '--until', '2026-02-01T12:00:00+02:00')).toEqual({
    startDate: '2026-01-31',
    endDate: '2026-02-01T12:00:00+02:00',
  });
});

test('an amount is a time before now', async () => {
  const before = Date.now();
  const { startDate } = await filters('--since', '2h');
  const ago = Date.parse(String(startDate)) + 7_200_000;
  expect(ago).toBeGreaterThanOrEqual(before);
  expect(ago).toBeLessThanOrEqual(Date.now());
});

test('a wrong amount is refused in words', async () => {
  await expect(filters('--min-duration', 'soon')).rejects.toThrow('--min-duration: give milliseconds');
  await expect(filters('--min-duration', '1.5')).rejects.toThrow('an amount such as 500ms');
});
