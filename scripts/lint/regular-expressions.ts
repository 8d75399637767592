import fs from 'node:fs';
import { BUILT_PATTERNS, collectPatterns, PROVEN_FILE, whyNotLinear } from './linear-patterns.mjs';
import { tooFew } from './too-few';

const LEAST_PATTERNS = 251;

/**
 * Every regular expression takes time in proportion to the text it looks through. One is made from text in
 * few places, and what it comes to is proven as well.
 */
export function lintRegularExpressions(): string[] {
  const proven = new Set<string>(JSON.parse(fs.readFileSync(PROVEN_FILE, 'utf8')));
  const { literals, built } = collectPatterns();
  const whyNotProven = (pattern: string, places: string): string[] => {
    const reason = proven.has(pattern) ? null : whyNotLinear(pattern);
    return reason === null ? [] : [`${places}: ${pattern} is not linear: ${reason}`];
  };
  return [
    ...tooFew(literals.size, LEAST_PATTERNS, 'regular expressions'),
    ...[...literals].flatMap(([pattern, places]) => whyNotProven(pattern, places.join(', '))),
    ...placesFaults(built),
    ...Object.entries(BUILT_PATTERNS).flatMap(([file, pattern]) =>
      pattern === null ? [] : whyNotProven(pattern, file),
    ),
  ];
}

/** Each place where one is made from text is in `BUILT_PATTERNS`, which holds one for a file. */
function placesFaults(built: ReadonlyArray<{ at: string; file: string }>): string[] {
  const files = built.map(({ file }) => file);
  return [
    ...built
      .filter(({ file }, index) => !(file in BUILT_PATTERNS) || files.indexOf(file) !== index)
      .map(({ at }) => `${at}: a regular expression made from text: write a literal, or see BUILT_PATTERNS`),
    ...Object.keys(BUILT_PATTERNS)
      .filter((file) => !files.includes(file))
      .map((file) => `${file}: makes no regular expression from text: remove it from BUILT_PATTERNS`),
  ];
}
