import { countOf, formatCount } from '@/components/ui/format-quantity';
import type { LaterTries } from '@/lib/services/later-tries/schema';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Returns the seconds of minutes as they are typed: `5, 60` or `5 60`; NaN for what is no number. */
export const waitsOfText = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+(?:\.\d+)?$/.test(part) ? Math.round(Number(part) * MINUTE_S) : Number.NaN));

/** Returns the minutes of seconds as they are typed: `5, 60`. */
export const textOfWaits = (waitsSeconds: readonly number[]): string =>
  waitsSeconds.map((seconds) => String(seconds / MINUTE_S)).join(', ');

/** Returns error codes as they are typed: `TIMEOUT, HTTP_STATUS`. */
export const codesOfText = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Returns the rule in a sentence or two. */
export function laterTriesWords({ tries, waitsSeconds, failures, codes }: LaterTries): string {
  if (tries === null) return 'Off.';
  const waits = waitsSeconds.map(waitWords).join(', ');
  const repeats = waitsSeconds.length < tries ? ', the last one repeated' : '';
  const which = {
    all: 'After any failure.',
    temporary: 'After no response, 429 and 5xx.',
    codes: `After ${codes.join(', ')}.`,
  }[failures];
  return `Up to ${countOf(tries, 'later try', 'later tries')}, after ${waits}${repeats}. ${which}`;
}

/** Returns `2 hours`, `5 minutes` or `90 seconds`: the largest unit of which it is a whole number. */
function waitWords(seconds: number): string {
  if (seconds % HOUR_S === 0) return countOf(seconds / HOUR_S, 'hour');
  return seconds % MINUTE_S === 0 ? countOf(seconds / MINUTE_S, 'minute') : countOf(seconds, 'second');
}

/** Returns `Now: 2 waiting.`; null if none waits. */
export const waitingTriesWords = (waiting: number): string | null =>
  waiting === 0 ? null : `Now: ${formatCount(waiting)} waiting.`;
