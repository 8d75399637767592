import type { Lifetime } from '../../../e2e/fixtures/app-process';
import type { Target } from './target';

export interface Attack {
  name: string;
  run(target: Target, lifetime: Lifetime): Promise<Finding>;
}

/** What an attack met. */
export interface Finding {
  /** One text for each request: its status, or how its connection ended. */
  answers: string[];
  /** In words, what should have been otherwise. */
  wrong: string[];
}

/** `3 × 200, 1 × closed` */
export function tally(answers: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ');
}

/** The server has no room for it just now: that says nothing about what was asked. */
const BUSY = /^(?:429|503)\b/;

/**
 * Whether an attack attacks what it is about: each answer is one of those it `meets` (a success, or a refusal
 * by the budget that it tries) or says that the server is busy, and not all say so. A document that is
 * refused because it isn't valid attacks nothing. @returns what was otherwise, in words
 */
export function whatMissed(answers: readonly string[], meets: RegExp): string[] {
  const told = answers.filter((answer) => !BUSY.test(answer));
  const others = told.filter((answer) => !meets.test(answer));
  return [
    ...(others.length > 0 ? [`the attack missed: ${tally(others)} is not among ${meets.source}`] : []),
    ...(told.length === 0 ? [`the attack was never let in: ${tally(answers)}`] : []),
  ];
}
