import { countOf, formatCount } from '@/components/ui/format-quantity';
import type { RunLimits, RunLimitsNow } from '@/lib/services/run-limits/schema';

const BEYOND_WORDS: Readonly<Record<RunLimits['beyond'], string>> = {
  wait: 'Others wait in order.',
  replace: 'The newest waits and replaces the one that waited.',
  skip: 'Others are skipped.',
  refuse: 'Others are refused with 429.',
};

/** Returns the rules in a sentence or two. */
export function limitsWords({ atOnce, perKey, key, beyond, debounceSeconds }: RunLimits): string {
  const counts = [
    ...(atOnce === null ? [] : [`${formatCount(atOnce)} in all`]),
    ...(perKey === null ? [] : [`${formatCount(perKey)} for each ${key}`]),
  ];
  const words = [
    ...(counts.length === 0 ? [] : [`${counts.join(', ')}. ${BEYOND_WORDS[beyond]}`]),
    ...(debounceSeconds === null
      ? []
      : [`Starts within ${countOf(debounceSeconds, 'second')} become one run.`]),
  ];
  return words.length === 0 ? 'No limit.' : words.join(' ');
}

/** Returns `2 running, 5 waiting`; null if nothing waits. */
export const nowWords = ({ running, waiting }: Pick<RunLimitsNow, 'running' | 'waiting'>): string | null =>
  waiting === 0 ? null : `Now: ${formatCount(running)} running, ${formatCount(waiting)} waiting.`;
