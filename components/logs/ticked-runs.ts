import type { LogSummary } from '@/lib/services/logs/schema';

export type TickedRun = Pick<LogSummary, 'id' | 'startedAt'>;

/** Ticks a run, or removes its tick, in the order of ticking; with three, the first is dropped. */
export function withTick(ticked: readonly TickedRun[], { id, startedAt }: TickedRun): TickedRun[] {
  if (ticked.some((one) => one.id === id)) return ticked.filter((one) => one.id !== id);
  return [...ticked.slice(-1), { id, startedAt }];
}

/** Sorts the runs for a comparison: the one that started first comes first. */
export const inOrderOfStart = (ticked: readonly TickedRun[]): TickedRun[] =>
  [...ticked].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
