import { fieldOfPlace, type WorkflowProblem } from '@/lib/core/workflow/schema';

/** A just added block, while its form is open: fields not visited yet show no problems. */
export interface FreshBlock {
  blockId: string;
  /** Fields that had the focus and lost it. */
  left: ReadonlySet<string>;
}

interface Shown {
  problems: readonly WorkflowProblem[];
  fresh: FreshBlock | null;
  openBlockId: string | null;
}

/** The last filtered problems of each list: every block on the canvas asks on every change. */
const known = new WeakMap<
  readonly WorkflowProblem[],
  { fresh: FreshBlock; shown: readonly WorkflowProblem[] }
>();

/** Returns the problems to show: all but those of a new block's form that is still open. */
export function shownProblems({ problems, fresh, openBlockId }: Shown): readonly WorkflowProblem[] {
  if (fresh === null || fresh.blockId !== openBlockId) return problems;
  const before = known.get(problems);
  if (before?.fresh === fresh) return before.shown;
  const shown = problems.filter(
    ({ blockId, field, refuses }) =>
      refuses || blockId !== fresh.blockId || (field !== undefined && fresh.left.has(fieldOfPlace(field))),
  );
  known.set(problems, { fresh, shown });
  return shown;
}
