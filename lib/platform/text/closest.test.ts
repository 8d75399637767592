import fc from 'fast-check';
import { expect, it } from 'vitest';
import { growthOf } from '../testing/growth';
import { closest } from './closest';

it.each([
  ['nmae', 'name'],
  ['Nam', 'name'],
  ['a_long_mane', 'a_long_name'],
  ['b', null],
  ['something', null],
])('of names, "%s" most likely means %j', (word, meant) => {
  expect(closest(word, ['other', 'name', 'a_long_name'])).toBe(meant);
});

it('a name that is one letter away is found wherever the letter is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{4,40}$/), fc.nat(), (name, at) => {
      const place = at % name.length;
      expect(closest(`${name.slice(0, place)}${name.slice(place + 1)}`, [name])).toBe(name);
      expect(closest(`${name.slice(0, place)}-${name.slice(place)}`, [name])).toBe(name);
    }),
  );
});

it('long names are compared near their diagonal', async () => {
  const { exponent } = await growthOf((size) => {
    const names = Array.from({ length: 10_000 }, () => 'b'.repeat(size));
    return () => closest('a'.repeat(size), names);
  }, 16);
  expect(exponent).toBeLessThan(1.3);
});
