import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from './db';
import { onlyOneProcess } from './only-one-process';

afterAll(closeDatabase);

test('while one is at it the others leave it; other work and later turns are free', async () => {
  let end = (): void => undefined;
  let first: Promise<string | null> | undefined;
  await new Promise<void>((begun) => {
    first = onlyOneProcess('water the plants', async () => {
      begun();
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return 'watered';
    });
  });
  expect(await onlyOneProcess('water the plants', async () => 'twice')).toBeNull();
  expect(await onlyOneProcess('feed the cat', async () => 'fed')).toBe('fed');
  end();
  expect(await first).toBe('watered');
  await expect.poll(() => onlyOneProcess('water the plants', async () => 'again')).toBe('again');
});

test('work that fails gives the lock back', async () => {
  const failing = onlyOneProcess('fail', () => Promise.reject(new Error('dry')));
  await expect(failing).rejects.toThrow('dry');
  await expect.poll(() => onlyOneProcess('fail', async () => 'done')).toBe('done');
});
