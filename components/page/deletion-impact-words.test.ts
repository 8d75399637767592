import { expect, test } from 'vitest';
import { deletionImpactWords } from './deletion-impact-words';

test.each([
  [{ subscriptions: 0, deliveries: 0, executions: 0, held: 0 }, ''],
  [{ subscriptions: 1, deliveries: 0, executions: 0, held: 0 }, '1 webhook subscription will be deleted.'],
  [
    { subscriptions: 2, deliveries: 1, executions: 1, held: 0 },
    '2 webhook subscriptions will be deleted, and 1 pending delivery cancelled. ' +
      '1 run already started will finish.',
  ],
  [
    { subscriptions: 0, deliveries: 0, executions: 3, held: 2 },
    '2 held runs will be cancelled. 1 run already started will finish.',
  ],
])('the question before a workflow is deleted says what ends: %o', (ends, words) => {
  expect(deletionImpactWords(ends, 'workflow')).toBe(words);
});

test('with a workspace its runs are cancelled', () => {
  expect(deletionImpactWords({ subscriptions: 0, deliveries: 0, executions: 3, held: 1 }, 'workspace')).toBe(
    '3 runs will be cancelled.',
  );
});
