import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { newApiKeySecret } from './key-format';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

test('one client’s bad keys never shut out another’s good one behind the same address', async () => {
  const { reader, workspaceId } = await mintWorkspace();
  const good = await mintKey(reader, workspaceId);
  const path = `/api/v1/workflows?workspaceId=${workspaceId}`;
  const call = async (secret: string) => (await api.call('GET', path, { 'x-api-key': secret })).status;
  const guess = () => call(newApiKeySecret());
  for (let i = 0; i < 21; i += 1) expect(await guess()).toBe(401);

  const asked = await lookups(async () => {
    const guesses = Array.from({ length: 150 }, guess);
    const goodStatus = await call(good.secret);
    expect(goodStatus).toBe(200);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
  });
  expect(asked).toBeLessThan(20); // 151 without gathering
});

/** Counts the statements about API keys that run during `act`. */
async function lookups(act: () => Promise<void>): Promise<number> {
  const plain = pool().query.bind(pool());
  let count = 0;
  pool().query = ((...args: unknown[]) => {
    if (JSON.stringify(args[0]).includes('api_key')) count += 1;
    return (plain as (...given: unknown[]) => unknown)(...args);
  }) as never;
  try {
    await act();
  } finally {
    pool().query = plain as never;
  }
  return count;
}
