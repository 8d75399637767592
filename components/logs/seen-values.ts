import type { LogSummary } from '@/lib/services/logs/schema';
import type { SeenValues } from './typed-query-completion';

const MAX_ROWS = 500;

/** Returns tags and models of the first rows, the most frequent ones first, by the keys of typed queries. */
export function valuesSeen(rows: ReadonlyArray<Pick<LogSummary, 'tags' | 'cost'>>): SeenValues {
  const first = rows.slice(0, MAX_ROWS);
  const tags = byFrequency(first.flatMap((row) => row.tags));
  const models = byFrequency(first.flatMap(({ cost }) => ('models' in cost ? Object.keys(cost.models) : [])));
  return { tag: tags, 'all-tags': tags, model: models };
}

function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}
