import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { problemNote } from './problem-note';
import { problemsAt } from './problem-places';

/** Shows the problems at one place of a field, under its input. */
export function PlaceError({ problems, place }: { problems: readonly WorkflowProblem[]; place: string }) {
  const words = problemNote(problemsAt(problems, place));
  if (words === undefined) return null;
  return (
    <p role="alert" className="text-danger text-xs">
      {words}
    </p>
  );
}
