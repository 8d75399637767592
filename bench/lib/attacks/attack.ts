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
