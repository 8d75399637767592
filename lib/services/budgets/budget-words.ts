import type { Budget } from './schema';

type Limit = Pick<Budget, 'measure' | 'server' | 'limit' | 'withinMinutes'>;

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;

/** Returns `1,000 requests to api.example.com within 1 day`. */
export function limitWords({ measure, server, limit, withinMinutes }: Limit): string {
  const count = limit.toLocaleString('en-US', { maximumFractionDigits: 9 });
  const many = limit === 1 ? '' : 's';
  const words = {
    requests: `${count} request${many}${server === null ? '' : ` to ${server}`}`,
    dollars: `$${count}`,
    runs: `${count} run${many}`,
    'failures-in-a-row': `${count} failure${many} in a row`,
  }[measure];
  return `${words} within ${timeWords(withinMinutes)}`;
}

/** Returns the reason of a budget's hold. */
export const reasonWords = (budget: Limit): string => `Budget reached: ${limitWords(budget)}.`;

function timeWords(minutes: number): string {
  if (minutes % DAY_MINUTES === 0) return countOf(minutes / DAY_MINUTES, 'day');
  if (minutes % HOUR_MINUTES === 0) return countOf(minutes / HOUR_MINUTES, 'hour');
  return countOf(minutes, 'minute');
}

const countOf = (count: number, unit: string): string =>
  `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
