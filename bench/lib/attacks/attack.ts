import type { Lifetime } from '../../../e2e/fixtures/app-process';
import type { Target } from './target';

export interface Attack {
  name: string;
  run(target: Target, lifetime: Lifetime): Promise<Finding>;
}

/** The outcome of one attack. */
export interface Finding {
  /** One text per request: its status, or how its connection ended. */
  answers: string[];
  /** The failed checks, in words. */
  wrong: string[];
}

/** Returns counts such as `3 × 200, 1 × closed`. */
export function tally(answers: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ');
}

/** The server is busy: such a response does not tell anything about the request. */
const BUSY = /^(?:429|503)\b/;

/**
 * Checks that an attack reaches its target: each response matches `meets` (a success, or a refusal by the
 * attacked budget) or says that the server is busy, and not all do. A document that is refused because it
 * is invalid attacks nothing. @returns the mismatches, in words
 */
export function whatMissed(answers: readonly string[], meets: RegExp): string[] {
  const told = answers.filter((answer) => !BUSY.test(answer));
  const others = told.filter((answer) => !meets.test(answer));
  return [
    ...(others.length > 0 ? [`the attack missed: ${tally(others)} is not among ${meets.source}`] : []),
    ...(told.length === 0 ? [`the attack was never let in: ${tally(answers)}`] : []),
  ];
}
