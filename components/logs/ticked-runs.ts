import type { LogSummary } from '@/lib/services/logs/schema';

export type TickedRun = Pick<LogSummary, 'id' | 'startedAt'>;

/** With a run ticked, or its tick taken away, in the order of ticking; of three the first is let go. */
export function withTick(ticked: readonly TickedRun[], { id, startedAt }: TickedRun): TickedRun[] {
  if (ticked.some((one) => one.id === id)) return ticked.filter((one) => one.id !== id);
  return [...ticked.slice(-1), { id, startedAt }];
}

/** As they are compared: the one that started first comes first. */
export const inOrderOfStart = (ticked: readonly TickedRun[]): TickedRun[] =>
  [...ticked].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
