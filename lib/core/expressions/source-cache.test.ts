import { expect, it } from 'vitest';
import { SourceCache } from './source-cache';

const source = (letter: string) => letter.repeat(90_000);

it('makes each source once, and forgets the one not used for longest', () => {
  const cache = new SourceCache<{ from: string }>();
  let made = 0;
  const get = (letter: string) =>
    cache.get(source(letter), () => {
      made += 1;
      return { from: letter };
    });
  const first = get('a');
  for (const letter of 'bcd') get(letter);
  expect(get('a')).toBe(first);
  get('e'); // a fifth doesn't fit, so b is evicted
  expect([made, get('a') === first]).toEqual([5, true]);
  get('b');
  expect(made).toBe(6);
});

it('does not keep a source that would push out all others', () => {
  const cache = new SourceCache<object>();
  const make = () => ({});
  const small = cache.get('a', make);
  expect(cache.get('x'.repeat(200_000), make)).not.toBe(cache.get('x'.repeat(200_000), make));
  expect(cache.get('a', make)).toBe(small);
});
