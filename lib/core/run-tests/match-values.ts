import { ExactNumber, isJsonObject } from '../../platform/text/exact-number';
import { pathInside, stepText } from '../references/path-text';
import { sameJson } from '../workflow/same-json';
import { itemKeys, pairByKey } from './pair-items';
import type { ExpectationRule } from './rule';
import { type RulesThere, rulesAt, rulesHere, rulesOfItems } from './rule-tree';
import type { MatchBudget, ValueDifference } from './value-difference';
import { dateForm, idForm, isNear, numberIn } from './value-forms';

const MOST_DEPTH = 200;
const MOST_FOUND = 1_000;

/**
 * Compares two JSON values under rules. Goes through both once, so its time is proportional to their sizes
 * and the number of rules. @returns the first 1,000 differences, the innermost values that differ
 */
export function matchValues(
  expected: unknown,
  actual: unknown,
  rules: RulesThere,
  budget: MatchBudget,
): ValueDifference[] {
  const walk = new Walk(budget);
  walk.compare(expected, actual, rules, '', 0);
  return walk.found;
}

class Walk {
  readonly found: ValueDifference[] = [];

  constructor(readonly budget: MatchBudget) {}

  compare(expected: unknown, actual: unknown, rules: RulesThere, path: string, depth: number): void {
    if (expected === actual || this.found.length >= MOST_FOUND || !this.budget.take()) return;
    const allowed = rulesHere(rules);
    if (allowed.some(({ allow }) => allow === 'any')) return;
    if (depth >= MOST_DEPTH) {
      if (!sameJson(expected, actual)) this.#add(path, expected, actual, allowed);
    } else if (Array.isArray(expected) && Array.isArray(actual)) {
      if (allowed.some(({ allow }) => allow === 'order'))
        this.#compareUnordered(expected, actual, rules, path, depth);
      else this.#compareItems(expected, actual, rules, path, depth);
    } else if (isJsonObject(expected) && isJsonObject(actual)) {
      for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)]))
        this.compare(
          ownMember(expected, key),
          ownMember(actual, key),
          rulesAt(rules, key),
          memberPath(path, key),
          depth + 1,
        );
    } else if (!isSameNumber(expected, actual) && !isAllowed(expected, actual, allowed))
      this.#add(path, expected, actual, allowed);
  }

  #compareItems(
    expected: readonly unknown[],
    actual: readonly unknown[],
    rules: RulesThere,
    path: string,
    depth: number,
  ): void {
    const length = Math.max(expected.length, actual.length);
    for (let index = 0; index < length && this.budget.isComplete; index += 1)
      this.compare(expected[index], actual[index], rulesAt(rules, index), `${path}[${index}]`, depth + 1);
  }

  /**
   * Compares the items that no other one equals, in their order, so that one changed item is one
   * difference.
   */
  #compareUnordered(
    expected: readonly unknown[],
    actual: readonly unknown[],
    rules: RulesThere,
    path: string,
    depth: number,
  ): void {
    const itemRules = rulesOfItems(rules);
    const pairs = pairByKey(
      itemKeys(expected, itemRules, this.budget),
      itemKeys(actual, itemRules, this.budget),
    );
    for (const [mine, theirs] of pairs) {
      if (!this.budget.isComplete) return;
      const place = `${path}[${mine ?? theirs}]`;
      const item = mine === null ? undefined : expected[mine];
      this.compare(item, theirs === null ? undefined : actual[theirs], itemRules, place, depth + 1);
    }
  }

  #add(path: string, expected: unknown, actual: unknown, rules: readonly ExpectationRule[]): void {
    const kind = expected === undefined ? 'unexpected' : actual === undefined ? 'missing' : 'changed';
    this.found.push({ path, kind, allowed: rules[0]?.allow ?? null, expected, actual });
  }
}

/** True if a rule covers two different values that are no lists or objects both. */
export function isAllowed(expected: unknown, actual: unknown, rules: readonly ExpectationRule[]): boolean {
  return rules.some(({ allow, tolerance = 0 }) => {
    if (allow === 'date') return isSameForm(dateForm(expected), dateForm(actual));
    if (allow === 'id') return isSameForm(idForm(expected), idForm(actual));
    if (allow !== 'near') return false;
    const [a, b] = [numberIn(expected), numberIn(actual)];
    return a !== null && b !== null && isNear(a, b, tolerance);
  });
}

const isSameForm = (a: string | null, b: string | null): boolean => a !== null && a === b;

const isSameNumber = (a: unknown, b: unknown): boolean =>
  a instanceof ExactNumber && b instanceof ExactNumber && a.digits === b.digits;

const ownMember = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const memberPath = (path: string, key: string): string =>
  path === '' ? pathInside([key]) : path + stepText(key);
