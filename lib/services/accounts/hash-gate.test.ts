import { expect, test } from 'vitest';
import { createWorkGate } from './hash-gate';
import { hashPassword, verifyPassword } from './password';
import { refusalOf } from './testing/refusals';

test('only so many run at once, the others in the order they came', async () => {
  const gate = createWorkGate({ atOnce: 2, maxWaiting: 10 });
  const finish: Array<() => void> = [];
  const started: number[] = [];
  const all = [0, 1, 2, 3].map((n) =>
    gate.pass(() => {
      started.push(n);
      return new Promise<void>((resolve) => finish.push(resolve));
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  finish[1]!();
  await all[1];
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const n of [0, 2]) finish[n]!();
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  finish[3]!();
  await Promise.all(all);
});

test('a full line refuses with the time to come again, and is open again once it has moved on', async () => {
  const gate = createWorkGate({ atOnce: 1, maxWaiting: 1 });
  let finish = (): void => undefined;
  const first = gate.pass(() => new Promise<void>((resolve) => (finish = resolve)));
  const second = gate.pass(async () => 'second');
  await expect(gate.pass(async () => 'third')).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '3' },
  });
  finish();
  await first;
  expect(await second).toBe('second');
  expect(await gate.pass(async () => 'fourth')).toBe('fourth');
});

test('work that fails gives its place to the next', async () => {
  const gate = createWorkGate({ atOnce: 1, maxWaiting: 1 });
  const failing = gate.pass(() => Promise.reject(new Error('broken')));
  const next = gate.pass(async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('hashing and checking passwords wait in one line, for known people and unknown ones', async () => {
  const stored = await hashPassword('correct horse');
  const work = Array.from({ length: 60 }, (_, n) => {
    if (n % 3 === 0) return hashPassword('correct horse');
    return verifyPassword('correct horse', n % 3 === 1 ? stored : null);
  });
  const outcomes = await Promise.all(work.map(refusalOf));
  expect(new Set(outcomes)).toEqual(new Set(['done', 'unavailable']));
  expect(await verifyPassword('correct horse', stored)).toBe(true);
});
