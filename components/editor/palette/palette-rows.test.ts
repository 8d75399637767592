import { expect, test } from 'vitest';
import { definitionsFor, wordsFor } from './palette-rows';

/** What the palette's width holds at its size of type. */
const MOST_CHARACTERS = 80;
const KINDS = ['point', 'output', 'edge'] as const;

test.each(KINDS)('at an insertion of kind “%s” each row can be read whole', (kind) => {
  for (const definition of definitionsFor(kind)) {
    const words = wordsFor(definition, kind);
    expect([words, words.length <= MOST_CHARACTERS]).toEqual([words, true]);
  }
});

test('behind a block come first those that can follow it', () => {
  const inputs = definitionsFor('output').map(({ hasInput }) => hasInput);
  expect(inputs).toEqual(inputs.toSorted((a, b) => Number(b) - Number(a)));
  expect(definitionsFor('output')).toHaveLength(definitionsFor('point').length);
});
