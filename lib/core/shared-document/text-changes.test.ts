import { expect, test } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { randomNumbers } from './testing/random-changes';
import { textChanges } from './text-changes';

function changed(before: string, after: string): string {
  return textChanges(before, after).reduce(
    (text, { at, removed, inserted }) => text.slice(0, at) + inserted + text.slice(at + removed),
    before,
  );
}

test('what changes in several places of one word leaves the letters between', () => {
  expect(textChanges('abcdefgh', 'aXbcdefYgh')).toEqual([
    { at: 6, removed: 0, inserted: 'Y' },
    { at: 1, removed: 0, inserted: 'X' },
  ]);
});

test('another word is in its place as a whole', () => {
  expect(textChanges('see mill now', 'see shop now')).toEqual([{ at: 4, removed: 4, inserted: 'shop' }]);
});

test('the changes make the one text of the other, whatever they are', () => {
  const random = randomNumbers(7);
  const text = () =>
    Array.from({ length: random(30) }, () => ['a', 'b', 'c', ' ', '😀', '😁'][random(6)]).join('');
  for (let round = 0; round < 5_000; round += 1) {
    const [before, after] = [text(), text()];
    expect(changed(before, after)).toBe(after);
  }
});

test('long texts that differ everywhere take little time', () => {
  const [left, right] = ['ab'.repeat(20_000), 'cd'.repeat(20_000)];
  const change = () => expect(changed(`x${left}y`, `z${right}w`)).toBe(`z${right}w`);
  expect(costOf(change)).toBeLessThan(1_000);
});
