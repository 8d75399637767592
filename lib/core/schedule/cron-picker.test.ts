import { expect, test } from 'vitest';
import { cronWords, type PickedPattern, readPicked, writePicked } from './cron-picker';

const PICKED: ReadonlyArray<[string, PickedPattern]> = [
  ['0 9 * * *', { kind: 'daily', time: '09:00' }],
  ['30 23 * * 1,2,3,4,5', { kind: 'weekly', time: '23:30', days: [1, 2, 3, 4, 5] }],
  ['5 0 1 * *', { kind: 'monthly', time: '00:05', day: 1 }],
  ['0 18 L * *', { kind: 'monthly', time: '18:00', day: 'L' }],
];

test.each(PICKED)('%s is picked and read', (cron, picked) => {
  expect(readPicked(cron)).toEqual(picked);
  expect(writePicked(picked)).toBe(cron);
});

test('ranges of weekdays are read, Sunday as 0 or 7, and spaces don’t matter', () => {
  expect(readPicked(' 0  9 * *  1-5 ')).toEqual({ kind: 'weekly', time: '09:00', days: [1, 2, 3, 4, 5] });
  expect(readPicked('0 9 * * 7,6')).toEqual({ kind: 'weekly', time: '09:00', days: [0, 6] });
});

test('what the picker has no words for is left to the text', () => {
  const others = ['*/5 * * * *', '0 9 1 * 1', '0 0 9 * * *', '0 9 * 1 *', '60 9 * * *', '0 24 * * *', ''];
  for (const cron of [...others, '0 9 32 * *', '0 9 0 * *', '0 9 * * 5-1', '0 9 * * 8', '0 9 * * ,'])
    expect(readPicked(cron)).toBeNull();
});

test.each([
  ['0 2 * * *', 'Daily at 02:00'],
  ['0 9 * * 1-5', 'Weekdays at 09:00'],
  ['30 8 * * 7,3', 'Sun, Wed at 08:30'],
  ['5 0 1 * *', 'Monthly on day 1 at 00:05'],
  ['0 18 L * *', 'Monthly on the last day at 18:00'],
  ['*/5 * * * *', '*/5 * * * *'],
])('%s is called “%s”', (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});
