import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from './client';
import { defineEndpoint } from './endpoint';
import { noteServerTime, serverNow } from './server-clock';

const NOW_MS = Date.parse('2026-11-29T12:00:00Z');
const HOUR_MS = 3_600_000;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
});
afterEach(() => {
  noteServerTime(Date.now());
  vi.useRealTimers();
});

test('time is the server’s where the own clock is far off, and the own clock’s otherwise', () => {
  noteServerTime(NOW_MS - 3 * HOUR_MS);
  expect(serverNow()).toBe(NOW_MS - 3 * HOUR_MS);
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(NOW_MS - 3 * HOUR_MS + 60_000);
  noteServerTime(Date.now() + 20_000);
  expect(serverNow()).toBe(Date.now());
  noteServerTime(Number.NaN);
  expect(serverNow()).toBe(Date.now());
});

test('each response says what the time is', async () => {
  const endpoint = defineEndpoint({
    id: 'tellTime',
    method: 'GET',
    path: '/time',
    summary: 'Tell the time',
    tag: 'Health',
    auth: 'public',
  });
  const headers = { date: new Date(NOW_MS + 2 * HOUR_MS).toUTCString() };
  const client = createClient({
    onServerTime: noteServerTime,
    fetch: async () => new Response('{}', { headers }),
  });
  await client.call(endpoint, {});
  expect(serverNow()).toBe(NOW_MS + 2 * HOUR_MS);
});
