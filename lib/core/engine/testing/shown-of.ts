import type { RunOutcome } from '../ports';

/** All of an outcome but what its caller alone gets. */
export function shownOf({
  output,
  exact,
  response,
  written,
  ...shown
}: RunOutcome): Omit<RunOutcome, 'output' | 'exact' | 'response' | 'written'> {
  return shown;
}
