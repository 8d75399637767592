import { expect, test } from 'vitest';
import type { Effect } from '@/lib/services/effects/schema';
import { bySending, missingWords, outcomeLook } from './effect-words';

const effect = (change: Partial<Effect>): Effect => ({
  logId: 'l',
  executionId: 'x',
  workflowId: 'w',
  workflowName: 'Orders',
  runStartedAt: '2026-01-31T12:00:00.000Z',
  sentAt: '2026-01-31T12:00:01.000Z',
  blockId: 'b',
  blockName: 'Create',
  method: 'POST',
  host: 'api.example.com',
  path: '/orders',
  outcome: 'accepted',
  status: 201,
  attempts: 1,
  idempotencyKey: null,
  runTotal: 1,
  ...change,
});

test('an outcome shows the status of the answer, if one was seen', () => {
  expect(outcomeLook(effect({})).label).toBe('Accepted 201');
  expect(outcomeLook(effect({ outcome: 'unknown', status: null })).label).toBe('Unknown');
});

test('requests beyond those that are kept are counted', () => {
  expect(missingWords([effect({})], 'x')).toBeNull();
  expect(missingWords([effect({ runTotal: 250 })], 'x')).toBe('250 requests in all; the first 1 are kept.');
  expect(missingWords([effect({ executionId: 'called', runTotal: 250 })], 'x')).toBeNull();
});

test('requests are in the order in which they were sent', () => {
  const [first, second] = [effect({}), effect({ sentAt: '2026-01-31T12:00:02.000Z' })];
  expect(bySending([second, first])).toEqual([first, second]);
});
