import { expect, test } from 'vitest';
import { NO_LIMITS } from '@/lib/services/run-limits/schema';
import { limitsWords, nowWords } from './run-limits-words';

test('rules are said in words', () => {
  expect(limitsWords(NO_LIMITS)).toBe('No limit.');
  expect(limitsWords({ ...NO_LIMITS, atOnce: 10 })).toBe('10 in all. Others wait in order.');
  const keyed = { ...NO_LIMITS, atOnce: 10, perKey: 1, key: '<start.customer>', beyond: 'skip' } as const;
  expect(limitsWords(keyed)).toBe('10 in all, 1 for each <start.customer>. Others are skipped.');
  expect(limitsWords({ ...NO_LIMITS, debounceSeconds: 1 })).toBe('Starts within 1 second become one run.');
});

test('what runs is said only while something waits', () => {
  expect(nowWords({ running: 2, waiting: 0 })).toBeNull();
  expect(nowWords({ running: 2, waiting: 1_200 })).toBe('Now: 2 running, 1,200 waiting.');
});
