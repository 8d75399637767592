import { expect, test } from 'vitest';
import type { BlockResult } from '../../block';
import { type ApiOverrides, resolvedConfig } from '../testing/run-api';
import { serverIn } from './server-failure';

const SINCE_MS = 1_000;
const attempt = { code: null, startedAt: '', durationMs: 1, waitMs: 0 };

function failedWith(error: object, status: number | null, attempts = [{ ...attempt, status }]): BlockResult {
  const whole = { code: 'HTTP_STATUS', message: '', phase: 'response', retryable: true, ...error };
  return { ok: false, error: whole, output: { status }, continuable: true, attempts };
}

const found = (result: BlockResult, overrides: ApiOverrides = {}) => {
  const server = serverIn(result, resolvedConfig(overrides), SINCE_MS);
  return typeof server === 'object' ? 'failure' : server;
};

test('429, 5xx and no response are failures of the server; other statuses are answers', () => {
  for (const status of [429, 500, 503]) expect(found(failedWith({}, status))).toBe('failure');
  for (const status of [400, 404]) expect(found(failedWith({}, status))).toBe('answered');
  for (const code of ['DNS_FAILED', 'CONNECTION_REFUSED', 'CONNECTION_RESET', 'TLS_FAILED', 'TIMEOUT'])
    expect(found(failedWith({ code }, null))).toBe('failure');
  expect(found({ ok: true, output: { status: 200 } })).toBe('answered');
  expect(serverIn(failedWith({ retryAfterMs: 7_000 }, 429), resolvedConfig({}), SINCE_MS)).toEqual({
    code: 'HTTP_STATUS',
    status: 429,
    retryAfterMs: 7_000,
    sinceMs: SINCE_MS,
  });
});

test('a timeout of all attempts together counts too', () => {
  const timedOut = { code: 'TIMEOUT', phase: 'total', retryable: false };
  expect(found(failedWith(timedOut, null))).toBe('failure');
});

test('a request without a turn waits too: its server asked for a pause, or the line is long', () => {
  const noTurn = failedWith({ code: 'RATE_LIMITED', phase: 'wait', retryable: false }, null, []);
  expect(found(noTurn)).toBe('failure');
  expect(found(noTurn, { method: 'POST', retry: { when: 'safe', max: 3 } })).toBe('failure');
  expect(found(noTurn, { retry: { when: 'never', max: 0 } })).toBe('unknown');
});

test('what no server is to blame for says nothing of it', () => {
  expect(found(failedWith({ code: 'ADDRESS_NOT_ALLOWED', retryable: false }, null))).toBe('unknown');
  expect(found(failedWith({ code: 'MEMORY_FULL' }, null))).toBe('unknown');
  // A token that could not be fetched: nothing was sent.
  expect(found(failedWith({ code: 'CONNECTION_REFUSED' }, null, []))).toBe('unknown');
  // The response had begun: the request may have taken effect.
  expect(found(failedWith({ code: 'CONNECTION_RESET', retryable: false }, null))).toBe('unknown');
});

test('a request is sent again after a wait only if its retries could have', () => {
  const refused = failedWith({ code: 'CONNECTION_REFUSED', phase: 'connect' }, null);
  const cut = failedWith({ code: 'CONNECTION_RESET' }, null);
  const safe: ApiOverrides = { method: 'POST', retry: { when: 'safe', max: 3 } };
  expect(found(refused, safe)).toBe('failure');
  expect(found(failedWith({}, 503), safe)).toBe('failure');
  expect(found(failedWith({}, 500), safe)).toBe('unknown');
  expect(found(cut, safe)).toBe('unknown');
  expect(found(cut, { ...safe, method: 'GET' })).toBe('failure');
  expect(found(refused, { retry: { when: 'never', max: 0 } })).toBe('unknown');
});
