import type { WorkflowProblem } from '@/lib/core/workflow/schema';

type Problems = readonly WorkflowProblem[];

/** `headers[2]` is the same place as `headers.2`. */
const dotted = (place: string) => place.replaceAll(/\[(\w{1,64})\]/g, '.$1');

const isAt = ({ field = '' }: WorkflowProblem, place: string): boolean => {
  const at = dotted(field);
  return at === place || at.startsWith(`${place}.`);
};

/** Those of a place in a field's value, or of anything in it: `headers.2` has those of `headers.2.value`. */
export const problemsAt = (problems: Problems, place: string): WorkflowProblem[] =>
  problems.filter((problem) => isAt(problem, place));

/** Those of none of the places. */
export const problemsElsewhere = (problems: Problems, places: readonly string[]): WorkflowProblem[] =>
  problems.filter((problem) => !places.some((place) => isAt(problem, place)));

/** Those of a member, for a field of its own: what is `limits.steps` here is `steps` there. */
export const problemsOfMember = (problems: Problems, field: string, member: string): WorkflowProblem[] =>
  problemsAt(problems, `${field}.${member}`).map((problem) => ({
    ...problem,
    field: dotted(problem.field ?? '').slice(field.length + 1),
  }));
