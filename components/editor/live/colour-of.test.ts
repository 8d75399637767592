import { expect, test } from 'vitest';
import { colourOf, initialsOf } from './colour-of';

test('a window keeps its colour, and several have different ones', () => {
  expect(colourOf('k3jf9')).toBe(colourOf('k3jf9'));
  const colours = new Set(Array.from({ length: 40 }, (_, index) => colourOf(`client-${index}`)));
  expect(colours.size).toBeGreaterThan(5);
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Grace Brewster Hopper', 'GH'],
  ['  ', '?'],
  ['😀 smile', '😀S'],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
