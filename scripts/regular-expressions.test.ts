import fs from 'node:fs';
import { expect, it } from 'vitest';
import { patient } from './lib/machine-speed.mjs';
import { BUILT_PATTERNS, collectPatterns, PROVEN_FILE, whyNotLinear } from './lib/regular-expressions.mjs';

const proven = new Set<string>(JSON.parse(fs.readFileSync(PROVEN_FILE, 'utf8')));
const { literals, built } = collectPatterns();

it(
  'every regular expression takes time in proportion to the text it looks through',
  () => {
    const offenders = [...literals].flatMap(([pattern, places]) => {
      const reason = proven.has(pattern) ? null : whyNotLinear(pattern);
      return reason === null ? [] : [`${places.join(', ')}: ${pattern} is not linear: ${reason}`];
    });
    expect(offenders).toEqual([]);
    expect(literals.size).toBeGreaterThan(250);
  },
  patient(120_000),
);

it(
  'a regular expression is made from text in few places, and what it comes to is proven as well',
  () => {
    expect([...new Set(built.map(({ file }) => file))].sort()).toEqual(Object.keys(BUILT_PATTERNS).sort());
    expect(built.length).toBe(Object.keys(BUILT_PATTERNS).length);
    for (const [file, pattern] of Object.entries(BUILT_PATTERNS))
      if (pattern !== null)
        expect([file, proven.has(pattern) ? null : whyNotLinear(pattern)]).toEqual([file, null]);
  },
  patient(120_000),
);

it('the proof tells a linear expression from one that is not', () => {
  expect(whyNotLinear('/^[\\t ]+|[\\t ]+$/g')).toContain('2nd degree polynomial');
  expect(whyNotLinear('/^(a+)+$/')).toContain('exponential');
  expect(whyNotLinear('/^[\\t ]+/')).toBeNull();
});
