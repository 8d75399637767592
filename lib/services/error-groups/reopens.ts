import type { FailedRun } from './failed-run';
import type { ErrorGroupState } from './schema';

/** What decides about a group's state when it occurs again. */
export interface StateOfGroup {
  state: ErrorGroupState;
  /** When a person set it, in milliseconds since 1970; null if nobody has. */
  stateMs: number | null;
  /** The version in which the error is resolved; null if it is resolved in all. */
  resolvedVersion: number | null;
  /** Null: for ever. */
  ignoredUntilMs: number | null;
}

type Failed = Pick<FailedRun, 'version' | 'startedMs' | 'endedMs'>;

/**
 * Returns true if this failure contradicts the group's state. Of a resolved group: the run started after it
 * was resolved, or has the version in which it was, or a later one. Of an ignored group: its time is over.
 */
export function reopens(group: StateOfGroup, { version, startedMs, endedMs }: Failed): boolean {
  const { state, stateMs, resolvedVersion, ignoredUntilMs } = group;
  if (state === 'ignored') return ignoredUntilMs !== null && endedMs >= ignoredUntilMs;
  if (state !== 'resolved') return false;
  if (resolvedVersion !== null && version !== null) return version >= resolvedVersion;
  return startedMs > (stateMs ?? 0);
}
