import { expect, test } from 'vitest';
import { NO_LATER_TRIES } from '@/lib/services/later-tries/schema';
import {
  codesOfText,
  laterTriesWords,
  textOfWaits,
  waitingTriesWords,
  waitsOfText,
} from './later-tries-words';

test('waits are typed in minutes', () => {
  expect(waitsOfText('5, 60  1.5')).toEqual([300, 3_600, 90]);
  expect(waitsOfText('')).toEqual([]);
  expect(waitsOfText('soon')).toEqual([Number.NaN]);
  expect(textOfWaits([300, 3_600, 90])).toBe('5, 60, 1.5');
  expect(codesOfText(' TIMEOUT, HTTP_STATUS ')).toEqual(['TIMEOUT', 'HTTP_STATUS']);
});

test('a rule is said in words', () => {
  expect(laterTriesWords(NO_LATER_TRIES)).toBe('Off.');
  const rule = { ...NO_LATER_TRIES, tries: 3, waitsSeconds: [300, 3_600] };
  expect(laterTriesWords(rule)).toBe(
    'Up to 3 later tries, after 5 minutes, 1 hour, the last one repeated. After any failure.',
  );
  expect(laterTriesWords({ ...rule, waitsSeconds: [90, 5_400, 7_200] })).toContain(
    'after 90 seconds, 90 minutes, 2 hours.',
  );
  expect(laterTriesWords({ ...rule, tries: 2, failures: 'codes', codes: ['TIMEOUT'] })).toBe(
    'Up to 2 later tries, after 5 minutes, 1 hour. After TIMEOUT.',
  );
});

test('how many wait is said only while some do', () => {
  expect(waitingTriesWords(0)).toBeNull();
  expect(waitingTriesWords(2)).toBe('Now: 2 waiting.');
});
