import { expect, test } from 'vitest';
import { createTtlCache } from './ttl-cache';

function counting(
  options: { maxAgeMs?: number; maxEntries?: number; keeps?: (value: string | null) => boolean } = {},
) {
  const clock = { nowMs: 1_000 };
  const loads: string[] = [];
  const pending: Array<(value: string | null) => void> = [];
  const cache = createTtlCache<string | null>({
    load: (key) => {
      loads.push(key);
      return new Promise((resolve) => pending.push(resolve));
    },
    ...(options.keeps === undefined ? {} : { keeps: options.keeps }),
    maxAgeMs: options.maxAgeMs ?? 1_000,
    maxEntries: options.maxEntries ?? 10,
    now: () => clock.nowMs,
  });
  return { cache, clock, loads, answer: (value: string | null) => pending.shift()?.(value) };
}

test('callers that come together share one load, later ones its value', async () => {
  const { cache, loads, answer } = counting();
  const both = Promise.all([cache.get('a'), cache.get('a')]);
  answer('1');
  expect(await both).toEqual(['1', '1']);
  expect(await cache.get('a')).toBe('1');
  expect(loads).toEqual(['a']);
});

test('null is a value; it is kept too', async () => {
  const { cache, loads, answer } = counting();
  const first = cache.get('a');
  answer(null);
  await first;
  expect([cache.peek('a'), await cache.get('a'), loads.length]).toEqual([null, null, 1]);
});

test('a value ages from when its load began', async () => {
  const { cache, clock, answer } = counting({ maxAgeMs: 100 });
  const first = cache.get('a');
  clock.nowMs += 99;
  answer('1');
  await first;
  expect(cache.peek('a')).toBe('1');
  clock.nowMs += 2;
  expect(cache.peek('a')).toBeUndefined();
});

test('a value that was invalidated while it loaded is returned but not cached', async () => {
  const { cache, loads, answer } = counting();
  const old = cache.get('a');
  cache.clear();
  const fresh = cache.get('a');
  answer('old');
  answer('new');
  expect([await old, await fresh]).toEqual(['old', 'new']);
  expect(cache.peek('a')).toBe('new');
  expect(loads).toEqual(['a', 'a']);
});

test('forgetting one key spares the others and the load that was on its way is not kept', async () => {
  const { cache, loads, answer } = counting();
  for (const key of ['a', 'b']) {
    const loading = cache.get(key);
    answer(key);
    await loading;
  }
  cache.forget('a');
  expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, 'b']);
  const overtaken = cache.get('a');
  cache.forget('a');
  answer('old');
  expect(await overtaken).toBe('old');
  expect([cache.peek('a'), loads]).toEqual([undefined, ['a', 'b', 'a']]);
});

test('a value that may not be kept is loaded again', async () => {
  const { cache, loads, answer } = counting({ keeps: (value) => value !== null });
  const first = cache.get('a');
  answer(null);
  expect(await first).toBeNull();
  const second = cache.get('a');
  answer('1');
  expect([await second, await cache.get('a'), loads]).toEqual(['1', '1', ['a', 'a']]);
});

test('when it is full, the value that was used longest ago goes and all others stay', async () => {
  const { cache, loads, answer } = counting({ maxEntries: 3 });
  const use = async (key: string) => {
    const loading = cache.get(key);
    answer(key);
    await loading;
  };
  for (const key of ['a', 'b', 'c', 'a', 'd']) await use(key);
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.peek(key) !== undefined)).toEqual(['a', 'c', 'd']);
  expect(loads).toEqual(['a', 'b', 'c', 'd']);
});

test('a failed load fails its callers and is tried again', async () => {
  let tries = 0;
  const cache = createTtlCache({
    load: async () => {
      tries += 1;
      if (tries === 1) throw new Error('no database');
      return 'value';
    },
    maxAgeMs: 1_000,
    maxEntries: 10,
  });
  await expect(cache.get('a')).rejects.toThrow('no database');
  expect(await cache.get('a')).toBe('value');
});
