import type { RunOutcome } from '../ports';

/** Returns an outcome without the parts that only its caller gets. */
export function shownOf({
  output,
  exact,
  response,
  written,
  ...shown
}: RunOutcome): Omit<RunOutcome, 'output' | 'exact' | 'response' | 'written'> {
  return shown;
}
