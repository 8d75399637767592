import { ReferenceReader } from '../../references/grammar';
import { type CodeToken, type Hole, readCodeTokens } from './code-tokens';
import { isTextToken, type RuleValue, valueOfToken, valueText, writeValue } from './rule-value';

/** Operators as code; `$field` and `$value` are the operands. The same code is written, run and read back. */
export const RULE_OPERATORS = {
  // Before `equals`, which would match the same code.
  isTrue: '$field === true',
  isFalse: '$field === false',
  equals: '$field === $value',
  differs: '$field !== $value',
  greater: '$field > $value',
  atLeast: '$field >= $value',
  less: '$field < $value',
  atMost: '$field <= $value',
  contains: '$field?.includes?.($value)',
  lacks: '!$field?.includes?.($value)',
  begins: '$field?.startsWith?.($value)',
  ends: '$field?.endsWith?.($value)',
  matches: '$field?.match?.($value) != null',
  mismatches: '$field?.match?.($value) == null',
  longer: '$field?.length > $value',
  shorter: '$field?.length < $value',
  before: 'Date.parse($field) < Date.parse($value)',
  after: 'Date.parse($field) > Date.parse($value)',
  past: 'Date.parse($field) < Date.now()',
  future: 'Date.parse($field) > Date.now()',
  empty: '($field ?? "").length === 0',
  filled: '($field ?? "").length !== 0',
  exists: '$field != null',
  missing: '$field == null',
  isText: 'typeof $field === "string"',
  isNumber: 'typeof $field === "number"',
  isBoolean: 'typeof $field === "boolean"',
  isList: 'Array.isArray($field)',
} as const;
export type RuleOperator = keyof typeof RULE_OPERATORS;

/** One comparison, as it is shown in a row. */
export interface Rule {
  /** A reference or a variable, as written. */
  field: string;
  operator: RuleOperator;
  /** Typed text: `200` is a number, `"200"` a text, `<a.b>` a reference; empty if the operator takes none. */
  value: string;
}

export interface RuleGroup {
  /** `all`: every rule must hold; `any`: one is enough. */
  join: 'all' | 'any';
  rules: readonly Rule[];
}

/** Rules, some of them in groups of their own: `a && (b || c)`. Groups hold no groups. */
export interface Rules {
  join: RuleGroup['join'];
  rules: ReadonlyArray<Rule | RuleGroup>;
}

export const isGroup = (entry: Rule | RuleGroup): entry is RuleGroup => 'rules' in entry;

/** Finds the references and variables in a text. */
export type FindHoles = (text: string) => readonly Hole[];

export const takesValue = (operator: RuleOperator) => RULE_OPERATORS[operator].includes('$value');

/** True if the rule's field is a reference; without one, a rule is no part of a condition. */
export function isComplete({ field }: Rule, findHoles: FindHoles): boolean {
  const text = field.trim();
  const [hole] = findHoles(text);
  return hole !== undefined && hole.start === 0 && hole.end === text.length;
}

const MAY_BE_MISSING: ReadonlySet<RuleOperator> = new Set(['empty', 'filled', 'exists', 'missing']);

/** Makes the reference optional (`?`) for a test of presence, which must not fail for a missing value. */
export function withOptionalField(rule: Rule): Rule {
  const field = rule.field.trim();
  if (!MAY_BE_MISSING.has(rule.operator) || !field.startsWith('<')) return rule;
  const reference = new ReferenceReader(field).readAt(0, () => true);
  if (reference === null || reference.end !== field.length) return rule;
  const isSure = !reference.optional && reference.fallback === null && reference.modifier === null;
  return isSure ? { ...rule, field: `${field.slice(0, -1)}?>` } : rule;
}

/** Returns the code of the rules that are complete; empty for none. */
export function writeRules({ join, rules }: Rules, findHoles: FindHoles): string {
  return joined(
    join,
    rules.flatMap((entry) =>
      isGroup(entry) ? writeGroup(entry, findHoles) : writeComplete([entry], findHoles),
    ),
  );
}

const joined = (join: Rules['join'], parts: readonly string[]) =>
  parts.join(join === 'all' ? ' && ' : ' || ');

function writeGroup({ join, rules }: RuleGroup, findHoles: FindHoles): string[] {
  const parts = writeComplete(rules, findHoles);
  return parts.length < 2 ? parts : [`(${joined(join, parts)})`];
}

const writeComplete = (rules: readonly Rule[], findHoles: FindHoles): string[] =>
  rules
    .filter((rule) => isComplete(rule, findHoles))
    .map(({ field, operator, value }) =>
      RULE_OPERATORS[operator].replace(/\$field|\$value/g, (name) =>
        name === '$field' ? field.trim() : writeValue(value, findHoles),
      ),
    );

/** Reads an expression as rules, whoever wrote it; null if it is anything else. */
export function readRules(expression: string, findHoles: FindHoles): Rules | null {
  if (expression.trim() === '') return { join: 'all', rules: [] };
  const tokens = readCodeTokens(expression, findHoles(expression));
  const parts = tokens === null ? null : splitAtJoins(tokens);
  if (parts === null) return null;
  const rules = parts.parts.map((part) => readEntry(part, findHoles));
  return rules.includes(null) ? null : { join: parts.join, rules: rules as Array<Rule | RuleGroup> };
}

/** Reads a rule, or several that are joined differently from those around them. */
function readEntry(tokens: readonly CodeToken[], findHoles: FindHoles): Rule | RuleGroup | null {
  const inner = splitAtJoins(withoutParentheses(tokens));
  if (inner === null || inner.parts.length < 2) return readRule(tokens, findHoles);
  const rules = inner.parts.map((part) => readRule(part, findHoles));
  return rules.includes(null) ? null : { join: inner.join, rules: rules as Rule[] };
}

interface Split {
  join: Rules['join'];
  parts: CodeToken[][];
}

/** Splits at the operator that binds least: `a && b || c` is any of two. Null if parentheses don't match. */
function splitAtJoins(tokens: readonly CodeToken[]): Split | null {
  const depths = depthsOf(tokens);
  if (depths === null) return null;
  const isJoin = (source: string) => (token: CodeToken, at: number) =>
    token.kind === 'sign' && token.source === source && depths[at] === 0;
  const sign = tokens.some(isJoin('||')) ? '||' : '&&';
  const parts: CodeToken[][] = [[]];
  for (const [at, token] of tokens.entries())
    if (isJoin(sign)(token, at)) parts.push([]);
    else parts.at(-1)?.push(token);
  return { join: sign === '||' && parts.length > 1 ? 'any' : 'all', parts };
}

/** Returns the number of parentheses around each token; its own don't count. */
function depthsOf(tokens: readonly CodeToken[]): number[] | null {
  let depth = 0;
  const depths: number[] = [];
  for (const { kind, source } of tokens) {
    if (kind === 'sign' && source === ')') depth -= 1;
    if (depth < 0) return null;
    depths.push(depth);
    if (kind === 'sign' && source === '(') depth += 1;
  }
  return depth === 0 ? depths : null;
}

/** Removes parentheses around the whole expression. */
function withoutParentheses(tokens: readonly CodeToken[]): readonly CodeToken[] {
  const depths = depthsOf(tokens);
  const isAround = tokens[0]?.source === '(' && depths?.indexOf(0, 1) === tokens.length - 1;
  return isAround ? tokens.slice(1, -1) : tokens;
}

const PATTERNS = Object.entries(RULE_OPERATORS).map(([operator, code]) => ({
  operator: operator as RuleOperator,
  pattern: readCodeTokens(code, []) ?? [],
}));

function readRule(tokens: readonly CodeToken[], findHoles: FindHoles): Rule | null {
  for (const { operator, pattern } of PATTERNS) {
    const found = matchPattern(tokens, pattern, findHoles);
    if (found !== null) return { operator, ...found };
  }
  return null;
}

function matchPattern(
  tokens: readonly CodeToken[],
  pattern: readonly CodeToken[],
  findHoles: FindHoles,
): { field: string; value: string } | null {
  if (tokens.length !== pattern.length) return null;
  let field = '';
  let value: RuleValue | null = null;
  for (const [index, wanted] of pattern.entries()) {
    const token = tokens[index] as CodeToken;
    if (wanted.source === '$field') {
      if (token.kind !== 'hole') return null;
      field = token.source;
    } else if (wanted.source === '$value') {
      value = valueOfToken(token);
      if (value === null) return null;
    } else if (!isSame(token, wanted)) return null;
  }
  const text = value === null ? '' : valueText(value, findHoles);
  return text === null ? null : { field, value: text };
}

/** True if two tokens are equal, whatever quotes a text has. */
function isSame(token: CodeToken, wanted: CodeToken): boolean {
  if (!isTextToken(wanted)) return token.kind === wanted.kind && token.source === wanted.source;
  const [text, other] = [valueOfToken(wanted), valueOfToken(token)];
  return JSON.stringify(text) === JSON.stringify(other);
}
