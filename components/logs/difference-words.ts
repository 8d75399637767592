import type { RunDifference } from '@/lib/services/replay/schema';

const WORDS: Record<RunDifference['kind'], string> = {
  branch: 'another branch is taken',
  request: 'another request would be sent',
  unanswered: 'nothing was recorded that answers it',
  output: 'another output',
  error: 'another error',
  result: 'another result of the run',
};

/** What differs, and in which block. */
export function differenceWords({
  kind,
  blockName,
  iteration,
}: Pick<RunDifference, 'kind' | 'blockName' | 'iteration'>): string {
  const words = WORDS[kind];
  if (blockName === null) return words.charAt(0).toUpperCase() + words.slice(1);
  return `${blockName}${iteration === undefined ? '' : ` (${iteration})`}: ${words}`;
}
