import fc from 'fast-check';
import { expect, it } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { createLiteralSearch, SHORTEST_LITERAL } from './literal-search';

const repetitive = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom('a', 'b', '\u00e4', '\u4e00'), { minLength, maxLength })
    .map((units) => units.join(''));

/** Replaces as documented for `createLiteralSearch`: at each place the longest, from the left. */
function replaceNaively(text: string, replacements: ReadonlyMap<string, string>): string {
  const longestFirst = [...replacements.keys()].sort((a, b) => b.length - a.length);
  let replaced = '';
  for (let at = 0; at < text.length; ) {
    const found = longestFirst.find((literal) => text.startsWith(literal, at));
    replaced += found === undefined ? text[at] : replacements.get(found);
    at += found?.length ?? 1;
  }
  return replaced;
}

it('replaces what a search at every place would, short literals and long ones', () => {
  const literal = fc.oneof(
    repetitive(SHORTEST_LITERAL, 8),
    // Periodic literals begin again and again within themselves.
    fc
      .tuple(repetitive(1, 3), fc.integer({ min: 8, max: 80 }), repetitive(0, 2))
      .map(([part, times, end]) => {
        return part.repeat(times) + end;
      }),
  );
  const literals = fc.array(literal, { minLength: 1, maxLength: 6 });
  const around = fc.array(fc.oneof(repetitive(0, 12), literal), { maxLength: 8 });
  fc.assert(
    fc.property(literals, around, (texts, parts) => {
      const replacements = new Map(texts.map((text, index) => [text, `<${index}>`]));
      const { replace } = createLiteralSearch(replacements);
      for (const text of [parts.join(''), parts.flatMap((part) => [part, ...texts]).join('')])
        expect(replace(text)).toBe(replaceNaively(text, replacements));
    }),
    { numRuns: 500 },
  );
});

it('a text that repeats the beginning of a long literal takes no longer than any other', () => {
  const literals = ['b', 'c'].map((end) => 'a'.repeat(30_000) + end);
  const { replace } = createLiteralSearch(new Map(literals.map((literal) => [literal, '***'])));
  const text = 'a'.repeat(300_000);
  expect(costOf(() => expect(replace(text)).toBe(text))).toBeLessThan(2_000);
  expect(replace(`${text}b`)).toBe(`${'a'.repeat(270_000)}***`);
});

it('replaces the same when very many literals begin alike', () => {
  const literal = fc.tuple(fc.integer({ min: 0, max: 70 }), repetitive(0, 6)).map(([more, end]) => {
    return `aaaa${'a'.repeat(more)}${end}`;
  });
  const literals = fc.array(literal, { minLength: 17, maxLength: 30 });
  const around = fc.array(fc.oneof(repetitive(0, 12), literal), { maxLength: 8 });
  fc.assert(
    fc.property(literals, around, (texts, parts) => {
      const replacements = new Map(texts.map((text, index) => [text, `<${index}>`]));
      const text = [...parts, ...texts, ...parts].join('');
      const { replace } = createLiteralSearch(replacements);
      expect(replace(text)).toBe(replaceNaively(text, replacements));
      // Often enough to reach the algorithm that is used after many comparisons.
      replace('a'.repeat(10_000));
      expect(replace(text)).toBe(replaceNaively(text, replacements));
    }),
    { numRuns: 50 },
  );
});

it.each([20, 100])('a thousand literals of %i units that begin alike cost no more than a few', (length) => {
  const literals = (count: number) =>
    new Map(
      Array.from({ length: count }, (_, index): [string, string] => {
        return ['a'.repeat(length - 8) + String(index).padStart(8, 'b'), '*'];
      }),
    );
  const { replace } = createLiteralSearch(literals(1_000));
  const text = 'a'.repeat(300_000);
  expect(costOf(() => replace(text))).toBeLessThan(500);
  expect(replace(`${text}bbbbb999.`)).toBe(`${text.slice(length - 8)}*.`);
});
