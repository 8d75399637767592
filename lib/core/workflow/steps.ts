/** Work that may be interrupted: each of its steps is short. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs all steps one after the other. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
