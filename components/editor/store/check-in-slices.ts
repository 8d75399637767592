import type { createWorkflowCheck, KnownNames } from '@/lib/core/workflow/check-workflow';
import type { WorkflowDocument, WorkflowProblem } from '@/lib/core/workflow/schema';

type Check = ReturnType<typeof createWorkflowCheck>;
type Steps = ReturnType<Check['steps']>;

/** Smaller documents are checked within a frame. */
export const CHECKED_IN_SLICES_FROM_BLOCKS = 300;
/** Less than half a frame, so that keys and pointer events are handled in between. */
const SLICE_MS = 6;

/** Unfinished checks of documents. */
const unfinished = new WeakMap<Check, Steps>();

/** Does as many steps as a slice has time for; returns the problems, or null if unfinished. */
export type Slice = (steps: Steps) => readonly WorkflowProblem[] | null;

export const timedSlice: Slice = (steps) => {
  const endsAtMs = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() >= endsAtMs) return null;
  }
};

/**
 * Begins to check a document; an unfinished check is dropped, as its document is no longer the edited one.
 * @returns its problems, or null if that takes longer than one slice: then `goOnChecking` reports them
 */
export function beginCheck(
  check: Check,
  document: WorkflowDocument,
  known: KnownNames,
  slice: Slice = timedSlice,
): readonly WorkflowProblem[] | null {
  unfinished.delete(check);
  if (Object.keys(document.blocks).length < CHECKED_IN_SLICES_FROM_BLOCKS) return check(document, known);
  const steps = check.steps(document, known);
  const problems = slice(steps);
  if (problems === null) unfinished.set(check, steps);
  return problems;
}

/** Finishes the check of `beginCheck`, unless another check has begun by then. */
export function goOnChecking(
  check: Check,
  tell: (problems: readonly WorkflowProblem[]) => void,
  slice: Slice = timedSlice,
): void {
  const steps = unfinished.get(check);
  if (steps === undefined) return;
  const goOn = () => {
    if (unfinished.get(check) !== steps) return;
    const problems = slice(steps);
    if (problems === null) setTimeout(goOn);
    else {
      unfinished.delete(check);
      tell(problems);
    }
  };
  setTimeout(goOn);
}
