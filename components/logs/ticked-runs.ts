import type { LogSummary } from '@/lib/services/logs/schema';

export type TickedRun = Pick<LogSummary, 'id' | 'startedAt'>;

/** More ids than this are not taken in one request. */
export const MOST_TICKED = 1_000;

/** Ticks a run, or removes its tick, in the order of ticking; beyond the most, the first is dropped. */
export function withTick(ticked: readonly TickedRun[], { id, startedAt }: TickedRun): TickedRun[] {
  if (ticked.some((one) => one.id === id)) return ticked.filter((one) => one.id !== id);
  return [...ticked.slice(-(MOST_TICKED - 1)), { id, startedAt }];
}

/** Sorts the runs for a comparison: the one that started first comes first. */
export const inOrderOfStart = (ticked: readonly TickedRun[]): TickedRun[] =>
  [...ticked].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));

/** Says how many runs are ticked, and what two are good for. */
export function tickWords(count: number): string {
  if (count === 1) return 'One run ticked. Tick another to compare them.';
  return count === 2 ? 'Two runs ticked.' : `${count} runs ticked.`;
}
