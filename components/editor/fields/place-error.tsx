import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { problemNote } from './problem-note';
import { problemsAt } from './problem-places';

/** What is wrong at one place of a field, under the input for it. */
export function PlaceError({ problems, place }: { problems: readonly WorkflowProblem[]; place: string }) {
  const words = problemNote(problemsAt(problems, place));
  if (words === undefined) return null;
  return (
    <p role="alert" className="text-danger text-xs">
      {words}
    </p>
  );
}
