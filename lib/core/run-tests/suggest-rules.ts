import { isJsonObject } from '../../platform/text/exact-number';
import {
  EVERY,
  MAX_PATH_CHARACTERS,
  MAX_PATH_STEPS,
  type RuleStep,
  readRulePath,
  rulePathText,
} from '../references/rule-path';
import type { Expected, SentRequest } from './expected';
import { isAllowed, matchValues } from './match-values';
import { itemKeys } from './pair-items';
import { type ExpectationRule, MAX_TOLERANCE, MOST_RULES } from './rule';
import { type RulesThere, rulesOf } from './rule-tree';
import { MatchBudget, type ValueDifference } from './value-difference';
import { numberIn } from './value-forms';
import { WidestRules } from './widest-rules';

interface Suggestion {
  rules: ExpectationRule[];
  /** False if the runs differ in more than rules can say: in too many places, or in too many values. */
  isComplete: boolean;
}

type Place = Pick<ExpectationRule, 'of' | 'blockId'>;
interface Pair extends Place {
  one: unknown;
  other: unknown;
}

/** Each value is looked at several times. */
const MOST_VALUES = 1_000_000;
const NAMES_ID = /id$/i;

/**
 * Suggests the narrowest rules under which two runs of the same workflow match: dates, ids, numbers that
 * are near and lists in another order by their kind, everything else as ignored.
 */
export function suggestRules(one: Expected, other: Expected): Suggestion {
  const budget = new MatchBudget(MOST_VALUES);
  const found = new WidestRules();
  const pairs: Pair[] = [
    { of: 'outcome', one: one.outcome, other: other.outcome },
    { of: 'output', one: one.output, other: other.output },
  ];
  for (const [a, b] of requestsByStep(one.sent, other.sent)) {
    const place: Place = { of: 'sent', blockId: (a ?? b)?.blockId };
    if (a === null || b === null) found.add(ruleAt(place, [], 'any'));
    else pairs.push({ ...place, one: a.request, other: b.request });
  }
  for (const pair of pairs) new Walk(pair, found, budget).compare(pair.one, pair.other, []);
  // Rules of several items meet at one path, where they may not cover each of them any more.
  let leftIn = comparing(found.rules, budget);
  for (const pair of pairs)
    for (const { path } of leftIn(pair)) found.add(ruleAt(pair, readRulePath(path) ?? [], 'any'));
  leftIn = comparing(found.rules, budget);
  for (const pair of pairs) if (leftIn(pair).length > 0) found.add(ruleAt(pair, [], 'any'));
  const { rules } = found;
  return { rules: rules.slice(0, MOST_RULES), isComplete: rules.length <= MOST_RULES && budget.isComplete };
}

/** True if one of the rules allows at least as much at the same place. */
export const isAllowedBy = (rules: readonly ExpectationRule[], rule: ExpectationRule): boolean =>
  rules.some(
    ({ of, blockId, path, allow, tolerance = 0 }) =>
      of === rule.of &&
      blockId === rule.blockId &&
      path === rule.path &&
      (allow === 'any' || (allow === rule.allow && tolerance >= (rule.tolerance ?? 0))),
  );

/** Returns a function for the differences of a pair under rules, which are read once a block. */
function comparing(
  rules: readonly ExpectationRule[],
  budget: MatchBudget,
): (pair: Pair) => readonly ValueDifference[] {
  const byPlace = new Map<string, RulesThere>();
  return ({ of, blockId, one, other }) => {
    const place = `${of} ${blockId ?? ''}`;
    const known = byPlace.get(place) ?? rulesOf(rules, of, blockId);
    byPlace.set(place, known);
    return matchValues(one, other, known, budget);
  };
}

function requestsByStep(
  one: readonly SentRequest[],
  other: readonly SentRequest[],
): Array<[SentRequest | null, SentRequest | null]> {
  const byStep = new Map(other.map((request) => [request.step, request]));
  const known = new Set(one.map(({ step }) => step));
  return [
    ...one.map((request): [SentRequest, SentRequest | null] => [request, byStep.get(request.step) ?? null]),
    ...other.filter(({ step }) => !known.has(step)).map((request): [null, SentRequest] => [null, request]),
  ];
}

class Walk {
  constructor(
    readonly place: Place,
    readonly found: WidestRules,
    readonly budget: MatchBudget,
  ) {}

  compare(one: unknown, other: unknown, steps: readonly RuleStep[]): void {
    if (one === other || !this.budget.take()) return;
    if (steps.length < MAX_PATH_STEPS && Array.isArray(one) && Array.isArray(other))
      this.#compareLists(one, other, steps);
    else if (steps.length < MAX_PATH_STEPS && isJsonObject(one) && isJsonObject(other))
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        this.compare(ownMember(one, key), ownMember(other, key), [...steps, key]);
    else if (matchValues(one, other, [], this.budget).length > 0)
      this.found.add(narrowestRule(this.place, steps, one, other));
  }

  #compareLists(one: readonly unknown[], other: readonly unknown[], steps: readonly RuleStep[]): void {
    if (one.length !== other.length) this.found.add(ruleAt(this.place, steps, 'any'));
    else if (isReordered(one, other, this.budget)) this.found.add(ruleAt(this.place, steps, 'order'));
    else for (const [index, item] of one.entries()) this.compare(item, other[index], [...steps, EVERY]);
  }
}

function narrowestRule(
  place: Place,
  steps: readonly RuleStep[],
  one: unknown,
  other: unknown,
): ExpectationRule {
  const [x, y] = [numberIn(one), numberIn(other)];
  const distance = x === null || y === null ? null : Math.abs(x - y);
  const isNear = distance !== null && distance <= MAX_TOLERANCE;
  const isNamedId = NAMES_ID.test(String(steps.at(-1) ?? ''));
  const candidates = [
    ruleAt(place, steps, 'date'),
    ...(distance === null || isNamedId ? [ruleAt(place, steps, 'id')] : []),
    ...(isNear ? [{ ...ruleAt(place, steps, 'near'), tolerance: distance }] : []),
  ];
  return candidates.find((rule) => isAllowed(one, other, [rule])) ?? ruleAt(place, steps, 'any');
}

/** Returns a rule for a place; where its path is too long, one that ignores the nearest value around it. */
function ruleAt(
  { of, blockId }: Place,
  steps: readonly RuleStep[],
  allow: ExpectationRule['allow'],
): ExpectationRule {
  let shown = steps;
  while (rulePathText(shown).length > MAX_PATH_CHARACTERS) shown = shown.slice(0, -1);
  const isWhole = shown.length === steps.length;
  const path = rulePathText(shown);
  return { of, ...(blockId !== undefined && { blockId }), path, allow: isWhole ? allow : 'any' };
}

/** True if two lists of equal length hold the same items, in another order. */
function isReordered(one: readonly unknown[], other: readonly unknown[], budget: MatchBudget): boolean {
  const textsOf = (items: readonly unknown[]) => itemKeys(items, [], budget).map(({ text }) => text);
  const [a, b] = [textsOf(one), textsOf(other)];
  if (a.every((text, index) => text === b[index])) return false;
  a.sort();
  b.sort();
  return a.every((text, index) => text === b[index]);
}

const ownMember = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;
