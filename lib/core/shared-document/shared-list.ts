import type { Map as SharedMap } from 'yjs';
import { sameJson } from '../workflow/same-json';

interface Named {
  id: string;
}

/** A stored item: whole, with its place among the others. */
export type StoredItem<Item extends Named> = Omit<Item, 'id'> & { at: number };

type StoredList<Item extends Named> = SharedMap<StoredItem<Item>>;

/** Returns the items in order; the same list, and the same objects in it, as far as it equals `before`. */
export function readList<Item extends Named>(
  stored: StoredList<Item>,
  before: Item[],
  parse: (item: unknown) => Item | null,
): Item[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const inOrder = [...stored.entries()]
    .filter(([, item]) => hasPlace(item))
    .sort(([a, { at: left }], [b, { at: right }]) => left - right || compare(a, b));
  const read = inOrder.flatMap(([id, { at: _, ...rest }]) => {
    const was = known.get(id);
    const whole = { id, ...rest };
    if (was !== undefined && sameJson(was, whole)) return [was];
    const item = parse(whole);
    return item === null ? [] : [item];
  });
  return read.length === before.length && read.every((item, index) => item === before[index]) ? before : read;
}

/**
 * Writes the differences between `from` and `to`; if two people change one item, one wins. Items that
 * had to be left out of `from` are removed for good, so that nobody's next change brings them back.
 */
export function writeList<Item extends Named>(
  stored: StoredList<Item>,
  from: readonly Item[],
  to: readonly Item[],
): void {
  if (from === to && stored.size === to.length) return;
  const left = new Set(to.map(({ id }) => id));
  for (const id of [...stored.keys()]) if (!left.has(id)) stored.delete(id);
  const lastAt = highest([...stored.values()].map((item) => (hasPlace(item) ? item.at : 0)));
  let least = 0;
  for (const { id, ...rest } of to) {
    const present = stored.get(id);
    const at =
      hasPlace(present) && present !== undefined && present.at > least
        ? present.at
        : Math.max(least, lastAt) + 1;
    least = at;
    if (!sameJson(present, { ...rest, at })) stored.set(id, { ...rest, at } as StoredItem<Item>);
  }
}

/** Applies the change from `before` to `after` to `onto`. */
export function mergeList<Item extends Named>(
  before: readonly Item[],
  after: readonly Item[],
  onto: Item[],
): Item[] {
  if (before === after) return onto;
  const old = new Map(before.map((item) => [item.id, item]));
  const mine = new Map(after.map((item) => [item.id, item]));
  const kept = onto.flatMap((item) => {
    const [was, is] = [old.get(item.id), mine.get(item.id)];
    if (was !== undefined && is === undefined) return [];
    return [is === undefined || sameJson(was, is) ? item : is];
  });
  const present = new Set(kept.map(({ id }) => id));
  return [...kept, ...after.filter(({ id }) => !old.has(id) && !present.has(id))];
}

/** False for what is no item, which only a faulty or hostile client stores. */
const hasPlace = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'at' in item && Number.isFinite(item.at);

/** Returns the highest number, at least 0. A call with each of them as an argument fails for many. */
export const highest = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0);

export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
