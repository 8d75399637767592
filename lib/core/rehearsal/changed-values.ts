import type { Expected } from '../run-tests/expected';
import { matchValues } from '../run-tests/match-values';
import { MatchBudget, type ValueDifference } from '../run-tests/value-difference';
import { sameJson } from '../workflow/same-json';
import type { PlannedCase } from './plan-rehearsal';

/**
 * Returns the values of the output, and of requests that both runs sent, that aren't as they were; those
 * inside of a changed value are not listed apart.
 */
export function changedValues(before: Expected, now: Expected): ValueDifference[] {
  const budget = new MatchBudget();
  const later = new Map(now.sent.map(({ step, request }) => [step, request]));
  const requests = before.sent.flatMap(({ step, request }) =>
    later.has(step) ? matchValues(request, later.get(step), [], budget) : [],
  );
  return [...matchValues(before.output, now.output, [], budget), ...requests];
}

/**
 * True if a value is other only because the response was: it is the altered value, handed on as it came, or
 * what a reference gives in place of a missing value.
 */
export function isExplained(
  { expected, actual }: Pick<ValueDifference, 'expected' | 'actual'>,
  { request, alteration, fault }: PlannedCase,
): boolean {
  const { read, body } = request;
  const changed = alteration ?? (fault === 'empty' ? { original: body, altered: null } : null);
  if (changed !== null && isSame(expected, changed.original) && isSame(actual, changed.altered)) return true;
  if (read.fallbacks.some((value) => isSame(actual, value))) return true;
  return read.isOptional && (actual === null || actual === undefined);
}

/** True unless a value is missing where there was one: items of a list may be fewer. */
export function isWhole({
  path,
  expected,
  actual,
}: Pick<ValueDifference, 'path' | 'expected' | 'actual'>): boolean {
  if (expected === null || expected === undefined) return true;
  if (actual === undefined) return path.endsWith(']') && !path.endsWith("']");
  return actual !== null;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : sameJson(one, other);
