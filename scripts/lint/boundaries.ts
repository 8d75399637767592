import { createRequire } from 'node:module';
import type { IFlattenedRuleSet } from 'dependency-cruiser';
import { tooFew } from './too-few';

const RULES = '.dependency-cruiser.cjs';
const LEAST_RULES = 11;
const LEAST_ADVICE_LENGTH = 31;

export const { forbidden } = createRequire(import.meta.url)(`../../${RULES}`) as {
  forbidden: NonNullable<IFlattenedRuleSet['forbidden']>;
};

/** Finds rules without advice. Their violations are found by the check “import boundaries”. */
export const lintBoundaries = (): string[] => [
  ...tooFew(forbidden.length, LEAST_RULES, `rules in ${RULES}`),
  ...forbidden
    .filter(({ comment = '' }) => comment.length < LEAST_ADVICE_LENGTH)
    .map(({ name }) => `${RULES}: the rule “${name}” has no \`comment\` that says what to do: write one`),
];
