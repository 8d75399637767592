import { formatCount } from '@/components/ui/format-quantity';
import { type Hold, MOST_WAITING_COUNTED } from '@/lib/services/holds/schema';

/** Returns `12 runs wait`, or that none does. */
export function waitingWords({ waiting }: Pick<Hold, 'waiting'>): string {
  if (waiting === 0) return 'No runs wait';
  if (waiting === 1) return '1 run waits';
  return `${formatCount(waiting)}${waiting < MOST_WAITING_COUNTED ? '' : ' or more'} runs wait`;
}

/** Returns the short words of a badge: `Held: 12`, `Releasing: 3`. */
export function holdLabel({ waiting, release }: Pick<Hold, 'waiting' | 'release'>): string {
  const state = release === null ? 'Held' : 'Releasing';
  return waiting === 0 ? state : `${state}: ${formatCount(waiting)}`;
}

/** Says at which rate a release goes on. */
export const rateWords = ({ perMinute }: NonNullable<Hold['release']>): string =>
  perMinute === null ? 'as fast as the queue takes them' : `${formatCount(perMinute)} a minute`;
