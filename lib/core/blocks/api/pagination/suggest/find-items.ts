import type { SentPage } from './sent-page';

export interface FoundItems {
  path: string;
  items: readonly unknown[];
}

/** Names that lists of items have, the likeliest first. */
const NAMES = ['items', 'data', 'results', 'records', 'values', 'value', 'nodes', 'edges', 'entries', 'rows'];

/** Returns the list of a page; null if it has none. Of several, the one nearest to the top is meant. */
export function findItems({ body, values }: Pick<SentPage, 'body' | 'values'>): FoundItems | null {
  if (Array.isArray(body)) return { path: '', items: body };
  const lists = values.flatMap(({ key, path, value }) =>
    Array.isArray(value) ? [{ key, path, items: value as unknown[] }] : [],
  );
  const known = lists.filter(({ key }) => NAMES.includes(key));
  const rows = lists.filter(({ items }) => typeof items[0] === 'object' && items[0] !== null);
  const [byName] = known.toSorted((one, other) => NAMES.indexOf(one.key) - NAMES.indexOf(other.key));
  const [longest] = rows.toSorted((one, other) => other.items.length - one.items.length);
  return (
    (rows.length > 1 ? known.find((list) => rows.includes(list)) : undefined) ?? longest ?? byName ?? null
  );
}
