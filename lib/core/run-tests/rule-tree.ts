import { EVERY, type RuleStep, readRulePath } from '../references/rule-path';
import type { ExpectationRule, RulePart } from './rule';

interface RuleNode {
  rules: ExpectationRule[];
  /** By index or key, as text. */
  steps: Map<string, RuleNode>;
  every: RuleNode | null;
}

/** The rules that may apply at a place of a value, and below it. */
export type RulesThere = readonly RuleNode[];

const NONE: RulesThere = [];
const emptyNode = (): RuleNode => ({ rules: [], steps: new Map(), every: null });

/** Returns the rules of a part, at its root; those of a block's requests include those of all blocks. */
export function rulesOf(rules: readonly ExpectationRule[], part: RulePart, blockId?: string): RulesThere {
  const root = emptyNode();
  let isEmpty = true;
  for (const rule of rules) {
    if (rule.of !== part || (rule.blockId !== undefined && rule.blockId !== blockId)) continue;
    // Paths were read when the rule was made.
    const steps = readRulePath(rule.path) ?? [];
    steps.reduce(childOf, root).rules.push(rule);
    isEmpty = false;
  }
  return isEmpty ? NONE : [root];
}

function childOf(node: RuleNode, step: RuleStep): RuleNode {
  if (step === EVERY) {
    node.every ??= emptyNode();
    return node.every;
  }
  const known = node.steps.get(String(step)) ?? emptyNode();
  node.steps.set(String(step), known);
  return known;
}

/** Returns the rules one step further in. */
export function rulesAt(rules: RulesThere, step: string | number): RulesThere {
  if (rules.length === 0) return NONE;
  return rules.flatMap(({ steps, every }) => [steps.get(String(step)) ?? [], every ?? []].flat());
}

/** Returns the rules for the items of a list whose indices don't count. */
export const rulesOfItems = (rules: RulesThere): RulesThere =>
  rules.length === 0 ? NONE : rules.flatMap(({ every }) => every ?? []);

/** Returns the rules for exactly this place. */
export const rulesHere = (rules: RulesThere): readonly ExpectationRule[] =>
  rules.length === 0 ? [] : rules.flatMap((node) => node.rules);
