import { fieldOfPlace, type WorkflowProblem } from '@/lib/core/workflow/schema';

/** A block that was just added, while its form is open: what nobody has come to yet isn't wrong yet. */
export interface FreshBlock {
  blockId: string;
  /** Fields that somebody has been in and left. */
  left: ReadonlySet<string>;
}

interface Shown {
  problems: readonly WorkflowProblem[];
  fresh: FreshBlock | null;
  openBlockId: string | null;
}

/** For each list of problems, what was left of it last: each block on the canvas asks at every change. */
const known = new WeakMap<
  readonly WorkflowProblem[],
  { fresh: FreshBlock; shown: readonly WorkflowProblem[] }
>();

/** The problems that people are told of by now: all but those of a new block's form that is still open. */
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
