import { expect, test, vi } from 'vitest';
import { slugOf } from '../references/slug';
import { type Block, BlockName } from '../workflow/schema';
import { withOwnNames } from './own-names';
import { randomNumbers } from './testing/random-changes';

const block = (id: string, name: string): Block => ({
  id,
  type: 'api',
  name,
  position: { x: 0, y: 0 },
  enabled: true,
  config: {},
});

function named(names: readonly string[]): string[] {
  const blocks = Object.fromEntries(names.map((name, index) => [`b${index}`, block(`b${index}`, name)]));
  return Object.values(withOwnNames(blocks, Object.keys(blocks))).map(({ name }) => name);
}

/** Counts up from the start for each name, as editors did that are still open. */
function countedUp(names: readonly string[]): string[] {
  const taken = new Set(names.map(slugOf));
  const seen = new Set<string>();
  return names.map((name) => {
    if (!seen.has(slugOf(name))) {
      seen.add(slugOf(name));
      return name;
    }
    const [, stem = '', digits = ''] = /^(.{1,50}?) ?(\d{0,9})$/.exec(name) ?? [];
    let number = Number(digits || '1') + 1;
    while (taken.has(slugOf(`${stem} ${number}`))) number += 1;
    taken.add(slugOf(`${stem} ${number}`));
    return `${stem} ${number}`;
  });
}

test('the names are those that counting up from the start gives', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomNumbers(seed);
    const stems = ['api', 'Api ', 'a', 'api 1', 'b 2 3'];
    const names = Array.from({ length: 1 + random(40) }, () => {
      const stem = stems[random(stems.length)]!.trim();
      return random(3) === 0 ? stem : `${stem}${random(2) === 0 ? ' ' : ''}${random(12)}`;
    });
    expect(named(names), `seed ${seed}: ${names.join(', ')}`).toEqual(countedUp(names));
  }
});

test('names without room for a number are cut', () => {
  const longest = 'n'.repeat(64);
  const names = named([longest, longest, `${longest.slice(0, 63)}`, longest.slice(0, 63), longest]);
  expect(new Set(names.map(slugOf)).size).toBe(5);
  for (const name of names) expect(BlockName.safeParse(name).success, name).toBe(true);
});

test('each of many blocks of one name looks at few numbers', () => {
  const names = Array.from({ length: 5_000 }, () => 'same');
  const lookups = vi.spyOn(Set.prototype, 'has');
  named(names);
  const { length } = lookups.mock.calls;
  lookups.mockRestore();
  expect(length).toBeLessThan(4 * names.length);
});
