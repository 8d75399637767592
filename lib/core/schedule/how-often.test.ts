import { expect, test } from 'vitest';
import { HOW_OFTEN, howOften, type Repetition, toRepetition } from './how-often';
import { whyNotSchedule } from './next-times';
import { Schedule } from './schedule';

const START: Repetition = { kind: 'every', unit: 'hours', cron: '30 2 * * *' };

test.each(HOW_OFTEN.filter((choice) => choice !== 'cron'))('%s is chosen, and read as such', (choice) => {
  const chosen = { ...START, ...toRepetition(choice, START) };
  expect(howOften(chosen)).toBe(choice);
  if (choice !== 'once') expect(whyNotSchedule(Schedule.parse(chosen))).toBeNull();
});

test('the time of day is kept from daily to weekly and monthly; without one it is 09:00', () => {
  expect(toRepetition('weekly', START).cron).toBe('30 2 * * 1,2,3,4,5');
  expect(toRepetition('monthly', START).cron).toBe('30 2 1 * *');
  expect(toRepetition('daily', { cron: '*/5 * * * *' }).cron).toBe('0 9 * * *');
});

test('a pattern keeps its text when it is to be written by hand', () => {
  expect(toRepetition('cron', START)).toEqual({ kind: 'cron' });
  expect(howOften({ ...START, kind: 'cron', cron: '*/5 * * * *' })).toBe('cron');
});
