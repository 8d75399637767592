import { expect, test } from 'vitest';
import type { Webhook } from '@/lib/webhooks/schema';
import {
  addressParts,
  attemptWords,
  countdownWords,
  deliveryLook,
  filterWords,
  redeliverProblem,
  webhookLook,
} from './webhook-words';

test('a filter that lets everything through is said in two words', () => {
  expect(
    filterWords({
      levelFilter: ['info', 'error'],
      triggerFilter: ['api', 'webhook', 'schedule', 'manual', 'chat'],
    }),
  ).toBe('All runs');
  expect(filterWords({ levelFilter: ['error'], triggerFilter: ['api', 'manual'] })).toBe(
    'Error · API, Manual',
  );
});

test('what a person decided comes before how it went', () => {
  const health = { status: 'failing' } as Webhook['health'];
  expect(webhookLook({ state: 'paused', health }).label).toBe('Paused');
  expect(webhookLook({ state: 'disabled', health }).label).toBe('Switched off');
  expect(webhookLook({ state: 'active', health }).label).toBe('Failing');
});

test('a pending delivery says whether it waits, is being sent or is tried again', () => {
  const pending = { state: 'pending', inFlight: false, attempts: 0 } as const;
  expect(deliveryLook(pending).label).toBe('Waiting');
  expect(deliveryLook({ ...pending, inFlight: true }).label).toBe('Sending');
  expect(deliveryLook({ ...pending, attempts: 2 }).label).toBe('Retrying');
  expect(deliveryLook({ ...pending, attempts: 2 }, true).label).toBe('Waiting');
});

test('sending again waits for the subscription to be resumed, and says so', () => {
  expect(redeliverProblem({ state: 'active' })).toBeUndefined();
  expect(redeliverProblem({ state: 'paused' })).toMatch(/paused: resume/);
  expect(redeliverProblem({ state: 'disabled' })).toMatch(/switched off: resume/);
});

test('attempts beyond the schedule’s five have no “of”', () => {
  expect(attemptWords(5)).toBe('attempt 5 of 5');
  expect(attemptWords(6)).toBe('attempt 6');
  expect(attemptWords(6, 10)).toBe('attempt 6 of 10');
});

test.each([
  [1_000, 'now'],
  [1_001, 'in 1 s'],
  [60_999, 'in 1 m 00 s'],
  [181_000, 'in 3 m 00 s'],
])('counts down to %i from second one as “%s”', (at, words) => {
  expect(countdownWords(at, 1_000)).toBe(words);
});

test('an address splits into host and the rest; a masked one stays whole', () => {
  expect(addressParts('https://example.com:8443/hooks?x=1')).toEqual({
    host: 'example.com:8443',
    rest: '/hooks?x=1',
  });
  expect(addressParts('https://example.com/')).toEqual({ host: 'example.com', rest: '' });
  expect(addressParts('not a url')).toEqual({ host: 'not a url', rest: '' });
});
