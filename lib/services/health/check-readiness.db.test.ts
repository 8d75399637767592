import { afterEach, expect, test } from 'vitest';
import { noteClock } from '../../platform/postgres/watch-clock';
import { checkReadiness } from './check-readiness';

const NOW_MS = Date.UTC(2026, 0, 1);
const clockIsOffBy = (ms: number) =>
  noteClock({ sentAtMs: NOW_MS, receivedAtMs: NOW_MS, databaseMs: NOW_MS + ms });
afterEach(() => clockIsOffBy(0));

test('a process whose clock is far from the database’s is not ready, and is again once it is right', async () => {
  expect(await checkReadiness()).toEqual({ status: 'ok' });
  clockIsOffBy(5_000);
  expect(await checkReadiness()).toEqual({ status: 'ok' });
  clockIsOffBy(120_000);
  await expect(checkReadiness()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining("This machine's clock is 120.0 s behind the database's"),
  });
  clockIsOffBy(0);
  expect(await checkReadiness()).toEqual({ status: 'ok' });
});
