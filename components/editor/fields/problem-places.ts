import type { WorkflowProblem } from '@/lib/core/workflow/schema';

type Problems = readonly WorkflowProblem[];

/** Rewrites `headers[2]` to the equivalent `headers.2`. */
const dotted = (place: string) => place.replaceAll(/\[(\w{1,64})\]/g, '.$1');

const isAt = ({ field = '' }: WorkflowProblem, place: string): boolean => {
  const at = dotted(field);
  return at === place || at.startsWith(`${place}.`);
};

/** Returns the problems at a place or inside it: `headers.2` has those of `headers.2.value`. */
export const problemsAt = (problems: Problems, place: string): WorkflowProblem[] =>
  problems.filter((problem) => isAt(problem, place));

/** Returns the problems at none of the places. */
export const problemsElsewhere = (problems: Problems, places: readonly string[]): WorkflowProblem[] =>
  problems.filter((problem) => !places.some((place) => isAt(problem, place)));

/** Returns a member's problems for a field of its own, where the path `limits.steps` becomes `steps`. */
export const problemsOfMember = (problems: Problems, field: string, member: string): WorkflowProblem[] =>
  problemsAt(problems, `${field}.${member}`).map((problem) => ({
    ...problem,
    field: dotted(problem.field ?? '').slice(field.length + 1),
  }));
