import type { Effect } from '@/lib/services/effects/schema';
import { countOf, formatCount } from '../ui/format-quantity';
import type { StatusKind } from '../ui/status';

const OUTCOMES: Readonly<Record<Effect['outcome'], { kind: StatusKind; label: string }>> = {
  accepted: { kind: 'success', label: 'Accepted' },
  refused: { kind: 'error', label: 'Refused' },
  unknown: { kind: 'warning', label: 'Unknown' },
};

/** The look of an outcome, with the status if an answer was seen. */
export function outcomeLook({ outcome, status }: Pick<Effect, 'outcome' | 'status'>) {
  const { kind, label } = OUTCOMES[outcome];
  return { kind, label: status === null ? label : `${label} ${status}` };
}

/** Says how many of a run’s requests are not listed; null if all are. */
export function missingWords(effects: readonly Effect[], executionId: string): string | null {
  const own = effects.filter((effect) => effect.executionId === executionId);
  const total = own[0]?.runTotal ?? 0;
  if (total <= own.length) return null;
  return `${countOf(total, 'request')} in all; the first ${formatCount(own.length)} are kept.`;
}

/** In the order in which they were sent. */
export const bySending = (effects: readonly Effect[]): Effect[] =>
  [...effects].sort((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt));
