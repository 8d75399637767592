import { EVERY, type RuleStep, readRulePath, rulePathText } from '../references/rule-path';
import { isAllowed } from './match-values';
import { type ExpectationRule, MAX_TOLERANCE } from './rule';
import type { TestDifference } from './test-difference';
import { numberIn } from './value-forms';

/**
 * Returns the rules that may loosen a difference, the narrowest first and the one that ignores the value
 * last; indices of lists become `*`. Empty where no rule can help.
 */
export function coveringRules(difference: TestDifference): ExpectationRule[] {
  const { kind, blockId, path, expected, actual } = difference;
  if (kind === 'not-sent' || kind === 'also-sent')
    return [{ of: 'sent', ...(blockId !== null && { blockId }), path: '', allow: 'any' }];
  if (kind !== 'outcome' && kind !== 'output' && kind !== 'sent') return [];
  const steps = readRulePath(path);
  if (steps === null) return [];
  const place = { of: kind, ...(kind === 'sent' && blockId !== null && { blockId }) };
  const at = rulePathText(steps.map(everyIndex));
  const [a, b] = [numberIn(expected), numberIn(actual)];
  const distance = a === null || b === null ? Number.POSITIVE_INFINITY : Math.abs(a - b);
  const narrow: ExpectationRule[] = [
    { ...place, path: at, allow: 'date' },
    { ...place, path: at, allow: 'id' },
    ...(distance <= MAX_TOLERANCE
      ? [{ ...place, path: at, allow: 'near', tolerance: distance } as const]
      : []),
  ];
  const list = steps.findLastIndex((step) => typeof step === 'number');
  return [
    ...narrow.filter((rule) => isAllowed(expected, actual, [rule])),
    ...(list === -1
      ? []
      : [{ ...place, path: rulePathText(steps.slice(0, list).map(everyIndex)), allow: 'order' } as const]),
    { ...place, path: at, allow: 'any' },
  ];
}

const everyIndex = (step: RuleStep): RuleStep => (typeof step === 'number' ? EVERY : step);

const PARTS: Readonly<Record<ExpectationRule['of'], string>> = {
  outcome: 'outcome',
  output: 'output',
  sent: 'requests',
};

/** Says what a rule allows, as a part of a sentence: `any date at items[*].at of the output`. */
export function ruleWords({ of, path, allow, tolerance = 0 }: ExpectationRule): string {
  const what = {
    any: 'anything',
    date: 'any date',
    id: 'any id',
    near: `numbers within ${tolerance}`,
    order: 'any order',
  }[allow];
  return path === '' ? `${what} for the ${PARTS[of]}` : `${what} at ${path} of the ${PARTS[of]}`;
}
