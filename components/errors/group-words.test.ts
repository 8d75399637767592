import { expect, test } from 'vitest';
import { ErrorGroupChange } from '@/lib/services/error-groups/schema';
import { countWords, groupTitle, ignoreChoices, resolveChoices, stateSince, stateWords } from './group-words';

const AT = '2026-01-31T12:00:00.000Z';

test('a group has its state in words', () => {
  const words = (state: 'new' | 'resolved', reopenedAt: string | null, resolvedInVersion: number | null) =>
    stateWords({ state, reopenedAt, resolvedInVersion });
  expect(words('new', null, null)).toBe('New');
  expect(words('new', AT, null)).toBe('Reopened');
  expect(words('resolved', AT, null)).toBe('Resolved');
  expect(words('resolved', null, 7)).toBe('Resolved in version 7');
});

test('a state is as old as the last change, by a person or by a failure', () => {
  const LATER = '2026-02-01T12:00:00.000Z';
  expect(stateSince({ stateChangedAt: null, reopenedAt: null })).toBeNull();
  // A failure that makes it new again empties the time of the person's change.
  expect(stateSince({ stateChangedAt: null, reopenedAt: AT })).toBe(AT);
  expect(stateSince({ stateChangedAt: LATER, reopenedAt: AT })).toBe(LATER);
});

test('a count that goes no further says so', () => {
  const counts = { new: 1_000, acknowledged: 2, resolved: 999, ignored: 0 };
  expect(countWords(counts, ['new', 'acknowledged'])).toBe('1,002+');
  expect(countWords(counts, ['resolved'])).toBe('999');
});

test('a group without a message has its code as title', () => {
  expect(groupTitle({ shape: '', code: 'TIMEOUT' })).toBe('TIMEOUT');
  expect(groupTitle({ shape: 'Order … failed', code: 'TIMEOUT' })).toBe('Order … failed');
});

test('what can be chosen is what the server takes', () => {
  const nowMs = Date.parse(AT);
  const choices = [...resolveChoices(7), ...ignoreChoices(nowMs)];
  expect(choices.map(({ label }) => label)).toEqual([
    'Resolved now',
    'In version 7 (latest)',
    'In version 8 (next)',
    'For a day',
    'For a week',
    'For 30 days',
    'Until I change it',
  ]);
  expect(choices.every(({ change }) => ErrorGroupChange.safeParse(change).success)).toBe(true);
  expect(choices[3]?.change.ignoredUntil).toBe('2026-02-01T12:00:00.000Z');
});

test('without versions there is one way to resolve', () => {
  expect(resolveChoices(null)).toHaveLength(1);
});
