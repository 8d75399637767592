import { expect, test } from 'vitest';
import type { Webhook } from '@/lib/services/outgoing-webhooks/schema';
import {
  addressParts,
  attemptWords,
  countdownWords,
  deliveryLook,
  filterWords,
  latencyWords,
  redeliverProblem,
  unknownExchangeWords,
  webhookLook,
} from './webhook-words';

const COMPLETED = 'workflow.execution.completed' as const;

test('a filter that lets everything through is said in two words', () => {
  expect(
    filterWords({
      events: [COMPLETED],
      levelFilter: ['info', 'error'],
      triggerFilter: ['api', 'webhook', 'schedule', 'manual', 'chat'],
      tagFilter: null,
    }),
  ).toBe('All runs');
  const events = [COMPLETED];
  const triggerFilter = ['api' as const, 'manual' as const];
  const some = { events, levelFilter: ['error' as const], triggerFilter };
  expect(filterWords({ ...some, tagFilter: null })).toBe('Error · API, Manual');
  expect(filterWords({ ...some, tagFilter: ['nightly', 'eu'] })).toBe(
    'Error · API, Manual · tagged nightly or eu',
  );
  const others = { ...some, tagFilter: null, events: ['run.started' as const, 'alert.fired' as const] };
  expect(filterWords(others)).toBe('Run started · Alert fired');
  expect(filterWords({ ...others, events: [COMPLETED, 'alert.fired'] })).toBe(
    'Error · API, Manual · Alert fired',
  );
});

test('what a person decided comes before how it went', () => {
  const health = { status: 'failing' } as Webhook['health'];
  const verification = null;
  expect(webhookLook({ state: 'paused', health, verification }).label).toBe('Paused');
  expect(webhookLook({ state: 'disabled', health, verification }).label).toBe('Disabled');
  expect(webhookLook({ state: 'active', health, verification }).label).toBe('Failing');
});

test('a receiver that takes anything is not healthy, however well it answers', () => {
  const look = (verification: Webhook['verification'], status: Webhook['health']['status'] = 'healthy') =>
    webhookLook({ state: 'active', health: { status } as Webhook['health'], verification });
  const at = '2026-01-31T12:00:00.000Z';
  const careless = { at, problem: 'The receiver accepts everything.' };
  expect(look(careless)).toEqual({ kind: 'warning', label: 'Verify failed' });
  expect(look(careless, 'unknown').kind).toBe('warning');
  expect(look(careless, 'failing').label).toBe('Failing');
  expect(look({ at, problem: null })).toEqual({ kind: 'success', label: 'Healthy' });
  expect(look(null).kind).toBe('success');
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
  expect(redeliverProblem({ state: 'disabled' })).toMatch(/disabled: resume/);
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

test('an attempt that hangs or was cut off never says that nothing was sent', () => {
  for (const outcome of ['running', 'interrupted'] as const) {
    const words = unknownExchangeWords(outcome);
    expect(words.mayBeSent).toBe(true);
    expect(words.request).not.toMatch(/nothing|before anything/i);
  }
  expect(unknownExchangeWords('failed')).toMatchObject({ mayBeSent: false, request: 'Nothing was sent.' });
});

test('a delivery says how long it took, or after how long it was given up', () => {
  const createdAt = '2026-11-22T10:00:00.000Z';
  const ended = { createdAt, finishedAt: '2026-11-22T10:00:00.084Z' };
  expect(latencyWords({ state: 'succeeded', ...ended })).toBe('delivered in 84 ms');
  expect(latencyWords({ state: 'failed', ...ended })).toBe('gave up after 84 ms');
  expect(latencyWords({ state: 'cancelled', ...ended })).toBe('');
  expect(latencyWords({ state: 'pending', createdAt, finishedAt: null })).toBe('');
});
