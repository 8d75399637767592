import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { forkBundled } from '../../platform/testing/fork-bundled';
import { refusalOf } from '../accounts/testing/refusals';
import { type Attempts, countAttempt, deleteFullBuckets, forgetAttempts, giveBackAttempt } from './attempts';

afterAll(closeDatabase);

const newAttempts = (burst: number, perMinute: number, name: string = randomUUID()): Attempts => ({
  kind: 'test',
  name,
  allowance: { burst, perMinute },
});
const granted = async (...attempts: Attempts[]): Promise<boolean> =>
  (await refusalOf(countAttempt(attempts))) === 'done';

/** Moves the buckets' clock forward by `ms`. */
const passMs = (ms: number) =>
  pool().query(`UPDATE runtime.attempt_bucket SET full_at = full_at - $1 * interval '1 millisecond'`, [ms]);

test('two processes together grant exactly the burst', async () => {
  const attempts = [newAttempts(25, 1), newAttempts(1_000, 1)];
  const processes = [1, 2].map(() =>
    forkBundled(path.join(import.meta.dirname, 'testing/attempts-process.ts')),
  );
  const counts = processes.map(async (child) => {
    child.send({ attempts, times: 40 });
    return ((await once(child, 'message')) as [number])[0];
  });
  const [first, second] = await Promise.all(counts);
  for (const child of processes) child.disconnect();
  expect(first! + second!).toBe(25);
});

test('after a burst so many a minute are granted, and refused ones push nothing away', async () => {
  const attempts = newAttempts(3, 2);
  for (let number = 0; number < 3; number += 1) expect(await granted(attempts)).toBe(true);
  for (let number = 0; number < 5; number += 1) expect(await granted(attempts)).toBe(false);
  await passMs(30_000);
  expect([await granted(attempts), await granted(attempts)]).toEqual([true, false]);
});

test('what is refused under one name counts under the others', async () => {
  const [strict, lax] = [newAttempts(1, 1), newAttempts(2, 1)];
  expect(await granted(strict, lax)).toBe(true);
  expect(await granted(strict, lax)).toBe(false);
  expect(await granted(lax)).toBe(false);
});

test('one given back can be used again, and forgotten ones all can', async () => {
  const attempts = newAttempts(2, 1);
  const use = async () => [await granted(attempts), await granted(attempts), await granted(attempts)];
  expect(await use()).toEqual([true, true, false]);
  await giveBackAttempt([attempts]);
  expect(await use()).toEqual([true, false, false]);
  await forgetAttempts(attempts);
  expect(await use()).toEqual([true, true, false]);
});

test('buckets that are full again are deleted, others stay, and no name can be read', async () => {
  const [full, used] = [newAttempts(1, 60, 'ada@example.com'), newAttempts(1, 1)];
  expect(await granted(full, used)).toBe(true);
  await passMs(2_000);
  await deleteFullBuckets();
  expect([await granted(full), await granted(used)]).toEqual([true, false]);
  const { rows } = await pool().query("SELECT encode(name, 'escape') AS name FROM runtime.attempt_bucket");
  expect(JSON.stringify(rows)).not.toContain('ada');
});
