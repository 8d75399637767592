import { expect, test } from 'vitest';
import { startPooler } from '../testing/transaction-pooler';
import { requireSessions } from './pooler-check.mjs';
import { setting } from './project.mjs';

const url = setting('DATABASE_URL') ?? '';

test('a pooler that shares sessions between connections is refused with what to change', async () => {
  const pooler = await startPooler(url, 'transaction');
  await expect(requireSessions(pooler.url)).rejects.toThrow(
    /shares sessions between connections .* set pool_mode = session .* or let DATABASE_URL name PostgreSQL itself/,
  );
  await pooler.close();
});

test('a pooler that keeps a session for each connection is accepted, like PostgreSQL itself', async () => {
  const pooler = await startPooler(url, 'session');
  await requireSessions(pooler.url);
  await requireSessions(url);
  await pooler.close();
});
