import { expect, test } from 'vitest';
import { whenHashesAllow } from './hash-gate';
import { hashPassword, verifyPassword } from './password';
import { refusalOf } from './testing/refusals';

test('a full line refuses with the time to come again', async () => {
  let finish = (): void => undefined;
  const held = new Promise<void>((resolve) => (finish = resolve));
  const line = Array.from({ length: 60 }, () => whenHashesAllow(() => held));
  await expect(line.at(-1)).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '3' } });
  finish();
  await Promise.allSettled(line);
  expect(await whenHashesAllow(async () => 'next')).toBe('next');
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
