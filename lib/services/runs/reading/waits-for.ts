import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import type { ExecutionState } from '../schema';

/** The columns that `waitsFor` reads. */
export interface RowOfWaiting {
  state: string;
  turn_key: string;
  start_at: Date | null;
  debounced: number | null;
}

/** Returns what a run waits for that has not begun; null if it waits for nothing of its own. */
export function waitsFor({
  state,
  turn_key: key,
  start_at: startAt,
  debounced,
}: RowOfWaiting): ExecutionState['waitsFor'] {
  if (state === QUEUE_STATE.is.waiting) return { kind: 'turn', key: key === '' ? null : key.slice(1) };
  if (state !== QUEUE_STATE.is.delayed || startAt === null) return null;
  return { kind: 'time', startsAt: startAt.toISOString(), starts: debounced };
}
