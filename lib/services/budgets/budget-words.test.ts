import { expect, test } from 'vitest';
import { limitWords, reasonWords } from './budget-words';
import { BudgetSettings, hostOfServer } from './schema';

const budget = {
  measure: 'requests',
  server: 'api.example.com',
  limit: 1_000,
  withinMinutes: 1_440,
} as const;

test('a limit is said in words', () => {
  expect(limitWords(budget)).toBe('1,000 requests to api.example.com within 1 day');
  expect(limitWords({ ...budget, server: null, limit: 1, withinMinutes: 90 })).toBe(
    '1 request within 90 minutes',
  );
  expect(limitWords({ ...budget, measure: 'dollars', limit: 2.5, withinMinutes: 120 })).toBe(
    '$2.5 within 2 hours',
  );
  expect(reasonWords({ ...budget, measure: 'failures-in-a-row', limit: 5, withinMinutes: 60 })).toBe(
    'Budget reached: 5 failures in a row within 1 hour.',
  );
});

test('a server is a host', () => {
  expect(hostOfServer(' https://API.example.com:443/ ')).toBe('api.example.com');
  expect(hostOfServer('localhost:8080')).toBe('localhost:8080');
  for (const text of ['', 'https://api.example.com/v1', '{{HOST}}', 'ftp://example.com', 'a b'])
    expect([text, hostOfServer(text)]).toEqual([text, null]);
});

test('what can never be met, or would stop everything, is refused in words', () => {
  const words = (changes: object) =>
    BudgetSettings.safeParse({ ...budget, ...changes }).error?.issues.map(({ message }) => message);
  expect(words({})).toBeUndefined();
  expect(words({ limit: 0 })).toEqual(['More than 0. To stop all runs, hold the workflow.']);
  expect(words({ limit: 1.5 })).toEqual(['Give a whole number.']);
  expect(words({ measure: 'dollars', server: null, limit: 1.5 })).toBeUndefined();
  expect(words({ measure: 'runs' })).toEqual(['Only requests are counted by server.']);
  expect(words({ withinMinutes: 50_000 })).toEqual(['At most 43200 minutes, 30 days.']);
  expect(words({ server: 'https://a.example/v1' })).toEqual([expect.stringContaining('Give a host')]);
});
