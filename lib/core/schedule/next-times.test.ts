import { expect, test } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { latestTimes, nextTimes, whyNotSchedule } from './next-times';
import { Schedule } from './schedule';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(5, 16));
const cron = (pattern: string, zone = 'UTC') => Schedule.parse({ kind: 'cron', cron: pattern, zone });
const words = (input: Partial<Schedule>) => whyNotSchedule(Schedule.parse(input))?.message ?? null;

// Zone, pattern, the moment before, and the moments after it in UTC, as the zone's own clocks say.
const CLOCK_CHANGES: ReadonlyArray<[string, string, string, string[]]> = [
  // 02:00 becomes 03:00: a time in the gap comes when the gap ends.
  ['Europe/Berlin', '30 2 * * *', '2026-03-28', ['03-28T01:30', '03-29T01:00', '03-30T00:30']],
  // 03:00 becomes 02:00: a time of day comes once, the first time that clocks show it.
  ['Europe/Berlin', '30 2 * * *', '2026-10-24', ['10-24T00:30', '10-25T00:30', '10-26T01:30']],
  // Repeated times come in both of the hours.
  [
    ...(['Europe/Berlin', '*/30 * * * *', '2026-10-24T23:45'] as const),
    ['10-25T00:00', '10-25T00:30', '10-25T01:00', '10-25T01:30', '10-25T02:00'],
  ],
  ['America/New_York', '30 2 * * *', '2026-03-07T12:00', ['03-08T07:00', '03-09T06:30']],
  ['America/New_York', '30 1 * * *', '2026-10-31T12:00', ['11-01T05:30', '11-02T06:30']],
  // Half an hour forward and back.
  ['Australia/Lord_Howe', '15 2 * * *', '2026-10-03', ['10-03T15:30', '10-04T15:15']],
  ['Australia/Lord_Howe', '45 1 * * *', '2026-04-03T20:00', ['04-04T14:45', '04-05T15:15']],
  // Back for Ramadan, forward after it.
  ['Africa/Casablanca', '30 2 * * *', '2026-02-14T12:00', ['02-15T01:30', '02-16T02:30']],
  ['Africa/Casablanca', '30 2 * * *', '2026-03-21T12:00', ['03-22T02:00', '03-23T01:30']],
  // A day that never was.
  ['Pacific/Apia', '0 9 * * *', '2011-12-29', ['12-29T19:00', '12-30T19:00', '12-31T19:00']],
  // No clock changes.
  ['Asia/Kolkata', '0 9 * * *', '2026-03-28T12:00', ['03-29T03:30', '03-30T03:30']],
  ['America/Sao_Paulo', '0 9 * * *', '2026-10-17T13:00', ['10-18T12:00', '10-19T12:00']],
];
const utc = (text: string) => Date.parse(`${text.padEnd(16, 'T00:00'.slice(text.length - 10))}Z`);

test.each(CLOCK_CHANGES)('%s: %s after %s, across the clock change', (zone, pattern, after, expected) => {
  const times = nextTimes(cron(pattern, zone), utc(after), expected.length);
  expect(iso(times)).toEqual(expected);
  expect(latestTimes(cron(pattern, zone), times[0]!, times.at(-1)!, 100)).toEqual(times);
});

test('hours are counted as they pass and days on the calendar, whatever the clocks do', () => {
  const every = (unit: string, count: number, from = '') =>
    Schedule.parse({ kind: 'every', unit, every: count, from, zone: 'Europe/Berlin' });
  const before = Date.parse('2026-10-24T12:00Z');
  expect(iso(nextTimes(every('days', 1, '2026-10-01T09:30'), before, 3))).toEqual([
    '10-25T08:30',
    '10-26T08:30',
    '10-27T08:30',
  ]);
  expect(iso(nextTimes(every('days', 2, '2026-10-24T02:30'), before, 2))).toEqual([
    '10-26T01:30',
    '10-28T01:30',
  ]);
  expect(iso(nextTimes(every('hours', 6), before, 4))).toEqual([
    '10-24T17:00',
    '10-24T23:00',
    '10-25T05:00',
    '10-25T11:00',
  ]);
  expect(iso(nextTimes(every('minutes', 25, '2026-10-24T14:10'), before, 3))).toEqual([
    '10-24T12:10',
    '10-24T12:35',
    '10-24T13:00',
  ]);
  expect(iso(latestTimes(every('days', 1), before, before + 3 * 86_400_000, 2))).toEqual([
    '10-25T23:00',
    '10-26T23:00',
  ]);
});

test('times are after the moment given, and a start in the future is waited for', () => {
  const tens = cron('*/10 * * * * *');
  const at = Date.parse('2026-11-22T12:00:10Z');
  expect(nextTimes(tens, at, 1)).toEqual([at + 10_000]);
  expect(nextTimes(tens, at - 1, 1)).toEqual([at]);
  expect(latestTimes(tens, 0, at, 2)).toEqual([at - 10_000, at]);
  expect(latestTimes(tens, at, at + 9_999, 5)).toEqual([at]);
  const later = Schedule.parse({ kind: 'every', every: 5, unit: 'minutes', from: '2027-01-01T00:00' });
  expect(iso(nextTimes(later, NOW, 2))).toEqual(['01-01T00:00', '01-01T00:05']);
});

test('a date comes once; in a clock’s gap it comes as much later as the clock is put forward', () => {
  const once = (at: string, zone: string) => Schedule.parse({ kind: 'once', at, zone });
  expect(iso(nextTimes(once('2026-12-24 18:00', 'Asia/Kolkata'), NOW, 10))).toEqual(['12-24T12:30']);
  expect(nextTimes(once('2026-11-22T12:00', 'UTC'), NOW, 10)).toEqual([]);
  expect(latestTimes(once('2026-11-22T12:00', 'UTC'), 0, NOW, 10)).toEqual([NOW]);
  const gap = nextTimes(once('2026-03-29T02:30', 'Europe/Berlin'), 0, 1);
  expect(iso(gap)).toEqual(['03-29T01:30']);
});

test('what can’t be a schedule is refused in words', () => {
  expect(words({})).toBeNull();
  expect(words({ kind: 'cron', cron: '@daily', zone: 'America/Argentina/Buenos_Aires' })).toBeNull();
  expect(words({ kind: 'cron', cron: '0 0 29 2 *' })).toBeNull();
  expect(words({ kind: 'cron', cron: '*/10 * * * * *' })).toBeNull();
  const tooOften = 'At least 10 seconds must lie between two runs.';
  for (const pattern of ['* * * * * *', '0,1 0 0 1 1 *', '0-59/9 * * * * *', '5,59 0,1 * * * *'])
    expect(words({ kind: 'cron', cron: pattern })).toBe(tooOften);
  for (const pattern of ['0 0 30 2 *', '0 0 31 2,4,6 *'])
    expect(words({ kind: 'cron', cron: pattern })).toMatch(/^This pattern never occurs/);
  for (const pattern of ['', 'x', '* * * *', '* * * * * * *', '0 0'])
    expect(words({ kind: 'cron', cron: pattern })).toMatch(/^A pattern has five fields/);
  for (const pattern of ['60 * * * *', '*/0 * * * *', '* * * * MOO', '0 9 * * 1-', '0 0 1 1 1,,'])
    expect(words({ kind: 'cron', cron: pattern })).toMatch(/^This is not a cron pattern: /);
  for (const zone of ['', 'Europe/Atlantis', '+02:00', 'x'.repeat(60), '../../etc'])
    expect(words({ zone })).toBe(`There is no time zone “${zone}”. Enter one like Europe/Berlin or UTC.`);
  for (const at of ['', 'tomorrow', '2026-02-30T10:00', '2026-12-24T18:00Z', '2026-12-24T25:00'])
    expect(words({ kind: 'once', at })).toMatch(/^Enter a date and time like/);
  expect(words({ from: 'noon' })).toMatch(/^Enter a date and time like/);
});

test('texts too long are refused before they are read, and what is refused has no times', () => {
  for (const field of ['cron', 'zone', 'at', 'from'])
    expect(Schedule.safeParse({ kind: 'cron', [field]: '1,'.repeat(5_000) }).success).toBe(false);
  const longest = cron(`${'0,'.repeat(96)}0 0 30 2 *`.slice(-200));
  expect(costOf(() => expect(whyNotSchedule(longest)).not.toBeNull())).toBeLessThan(2_000);
  for (const wrong of [cron('x'), cron('0 9 * * *', 'Nowhere'), Schedule.parse({ kind: 'once', at: 'x' })]) {
    expect(nextTimes(wrong, NOW, 10)).toEqual([]);
    expect(latestTimes(wrong, 0, NOW, 10)).toEqual([]);
  }
});
