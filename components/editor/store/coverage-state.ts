import type { Coverage, CoverageItem } from '@/lib/services/run-coverage/schema';

/** Parts that nothing has passed, by block. */
export type Uncovered = ReadonlyMap<string, readonly CoverageItem[]>;

export function uncoveredOf({ items }: Pick<Coverage, 'items'>): Uncovered {
  const found = new Map<string, CoverageItem[]>();
  for (const item of items) {
    if (item.tests + item.runs > 0) continue;
    found.set(item.blockId, [...(found.get(item.blockId) ?? []), item]);
  }
  return found;
}

export const coverageWords = ({ passed, total }: Pick<Coverage, 'passed' | 'total'>): string =>
  passed === total
    ? 'Everything was passed by a test or a run of the last 30 days.'
    : `${passed} of ${total} parts were passed by a test or a run of the last 30 days.`;

/** Names what nothing has passed of a block: all of it, or ports. */
export function uncoveredWords(items: readonly CoverageItem[]): string {
  if (items.some(({ kind }) => kind === 'block')) return 'Not covered';
  return `Not covered: ${items.map(({ label, port }) => label || port).join(', ')}`;
}
