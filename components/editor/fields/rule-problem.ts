import { writeValue } from '@/lib/core/blocks/condition/rule-value';
import { type FindHoles, type Rule, takesValue } from '@/lib/core/blocks/condition/rules';
import type { KnownType } from '../references/type-of-reference';

export interface RuleProblem {
  at: 'field' | 'value';
  words: string;
}

const ofPattern = new Set<Rule['operator']>(['matches', 'mismatches']);
const ofDates = new Set<Rule['operator']>(['before', 'after', 'past', 'future']);

const NO_PATTERN =
  'This is not a regular expression, so the run would fail. To match a special character itself, write \\ before it: \\(.';
const NUMBER_FIELD =
  'This field is a number. A date is a text, such as 2026-11-26T10:00:00Z; for a number of milliseconds ' +
  'this is never true.';
const NO_DATE =
  'This is not a date, so the rule is never true. Write it as 2026-11-26 or 2026-11-26T10:00:00Z.';

/** Returns the reason that a complete rule can't work as intended; null if none is known. */
export function ruleProblem(
  { operator, value }: Rule,
  fieldType: KnownType | null,
  findHoles: FindHoles,
): RuleProblem | null {
  if (ofDates.has(operator) && fieldType === 'number') return { at: 'field', words: NUMBER_FIELD };
  if (value.trim() === '' || findHoles(value).length > 0) return null;
  const known: unknown = JSON.parse(writeValue(value, findHoles));
  if (ofPattern.has(operator) && typeof known === 'string' && !isPattern(known))
    return { at: 'value', words: NO_PATTERN };
  if (ofDates.has(operator) && takesValue(operator) && Number.isNaN(Date.parse(String(known))))
    return { at: 'value', words: NO_DATE };
  return null;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false; // The error's text is not used, as it differs between engines.
  }
}
