import { expect, test } from 'vitest';
import type { MockedRun } from '@/lib/services/mock/schema';
import { endTone, endWords, missingWords, sourceOfValue, valueOfSource } from './mock-words';

const RUN: MockedRun = {
  version: null,
  status: 'success',
  output: null,
  error: null,
  answered: 2,
  missing: [],
  missingCount: 0,
  takesInput: true,
};

test('how a run on recorded answers ended', () => {
  expect(endWords(RUN)).toBe('Success. 2 requests answered from the record, none sent.');
  const failed = { ...RUN, status: 'error' as const, error: { code: 'X', message: 'It broke.' } };
  expect([endWords(failed), endTone(failed)]).toEqual(['Error: It broke.', 'danger']);
  expect(endWords({ ...RUN, missingCount: 1 })).toBe('1 request without a recorded answer');
});

test('what was not found, with the nearest record', () => {
  const request = { method: 'GET', url: 'https://example.com/orders' };
  const nearest = { method: 'GET', url: 'https://example.com/order' };
  expect(missingWords({ blockId: 'b', blockName: 'Fetch', request, nearest })).toBe(
    '“Fetch” asks for GET https://example.com/orders. ' +
      'The nearest recorded request is GET https://example.com/order.',
  );
});

test('a source is the value of an option', () => {
  for (const source of [{ testId: 't1' }, { logId: 'l1' }])
    expect(sourceOfValue(valueOfSource(source))).toEqual(source);
});
