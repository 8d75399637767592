import { expect, test } from 'vitest';
import { countMiss, slowDownGuesses } from './key-guesses';

const DELAY_MS = 40;

async function elapsedOf(address: string): Promise<number> {
  const startMs = performance.now();
  await slowDownGuesses(address, DELAY_MS);
  return performance.now() - startMs;
}

test('an address waits once it has named twenty unknown keys; others do not', async () => {
  for (let i = 0; i < 20; i += 1) {
    expect(await elapsedOf('10.0.0.1')).toBeLessThan(DELAY_MS / 2);
    countMiss('10.0.0.1');
  }
  expect(await elapsedOf('10.0.0.1')).toBeGreaterThan(DELAY_MS - 5);
  expect(await elapsedOf('10.0.0.2')).toBeLessThan(DELAY_MS / 2);
});

test('only so many lookups of one address wait; the next is told to come again', async () => {
  for (let i = 0; i < 20; i += 1) countMiss('10.0.0.3');
  const waiting = Array.from({ length: 50 }, () => slowDownGuesses('10.0.0.3', DELAY_MS));
  await expect(slowDownGuesses('10.0.0.3', DELAY_MS)).rejects.toMatchObject({
    code: 'rate_limited',
    headers: { 'retry-after': '1' },
  });
  await Promise.all(waiting);
  await expect(slowDownGuesses('10.0.0.3', DELAY_MS)).resolves.toBeUndefined();
});
