import { expect, test } from 'vitest';
import { MOST_WAITING_COUNTED } from '@/lib/services/holds/schema';
import { holdLabel, rateWords, waitingWords } from './hold-words';

const release = { startedAt: '2026-01-31T12:00:00.000Z', perMinute: 1_200 };

test.each([
  [0, 'No runs wait'],
  [1, '1 run waits'],
  [1_200, '1,200 runs wait'],
  [MOST_WAITING_COUNTED, '100,000 or more runs wait'],
])('%i that wait are said to be so', (waiting, words) => {
  expect(waitingWords({ waiting })).toBe(words);
});

test('a badge has the state, and how many wait if any does', () => {
  expect(holdLabel({ waiting: 0, release: null })).toBe('Held');
  expect(holdLabel({ waiting: 12, release: null })).toBe('Held: 12');
  expect(holdLabel({ waiting: 3, release })).toBe('Releasing: 3');
});

test('a release without a rate goes as fast as it can', () => {
  expect(rateWords(release)).toBe('1,200 a minute');
  expect(rateWords({ ...release, perMinute: null })).toBe('as fast as the queue takes them');
});
