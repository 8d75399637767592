import { iterationNumbers } from '@/components/page/iteration-words';
import type { RunDifference } from '@/lib/services/replay/schema';

const WORDS: Record<RunDifference['kind'], string> = {
  branch: 'branch differs',
  request: 'request differs',
  unanswered: 'no recorded response',
  output: 'output differs',
  error: 'error differs',
  result: 'result of the run differs',
};

/** Describes one difference and names its block. */
export function differenceWords({
  kind,
  blockName,
  iteration,
}: Pick<RunDifference, 'kind' | 'blockName' | 'iteration'>): string {
  const words = WORDS[kind];
  if (blockName === null) return words.charAt(0).toUpperCase() + words.slice(1);
  return `${blockName}${iteration === undefined ? '' : ` ${iterationNumbers(iteration)}`}: ${words}`;
}
