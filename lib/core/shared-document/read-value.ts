import { Array as SharedList, Map as SharedMap, Text } from 'yjs';
import { isJsonObject } from '../../platform/text/exact-number';
import { sameJson } from '../workflow/same-json';

/** Reads a shared value as JSON. All of `previous` that is still the same stays the same object. */
export function readValue(shared: unknown, previous: unknown): unknown {
  if (shared instanceof Text) return shared.toString();
  if (shared instanceof SharedMap) return readMap(shared, isJsonObject(previous) ? previous : undefined);
  if (shared instanceof SharedList) return readList(shared, Array.isArray(previous) ? previous : undefined);
  return sameJson(shared, previous) ? previous : shared;
}

function readMap(map: SharedMap<unknown>, previous: Readonly<Record<string, unknown>> = {}) {
  const entries = keysOf(map, previous).map((key) => [key, readValue(map.get(key), previous[key])] as const);
  const isSame =
    entries.length === Object.keys(previous).length &&
    entries.every(([key, value]) => Object.hasOwn(previous, key) && value === previous[key]);
  return isSame ? previous : Object.fromEntries(entries);
}

/** Returns keys in their previous order, new ones behind by name: a map has no order that all agree on. */
export function keysOf(map: SharedMap<unknown>, previous: Readonly<Record<string, unknown>>): string[] {
  const kept = Object.keys(previous).filter((key) => has(map, key));
  const added = [...map.keys()].filter((key) => !Object.hasOwn(previous, key) && has(map, key));
  return [...kept, ...added.sort()];
}

// No member can have such a name, because it couldn't be stored.
const ABSENT = '\u0000';

/** Returns the key that marks a removed text or list; the mark holds for as long as that is empty. */
export const absenceOf = (key: string): string => ABSENT + key;
export const isAbsence = (key: string): boolean => key.startsWith(ABSENT);

function has(map: SharedMap<unknown>, key: string): boolean {
  if (isAbsence(key) || !map.has(key)) return false;
  const member = map.get(key);
  const isEmptied = (member instanceof Text || member instanceof SharedList) && member.length === 0;
  return !isEmptied || !map.has(absenceOf(key));
}

function readList(list: SharedList<unknown>, previous: readonly unknown[] = []) {
  const items = list.toArray().map((item, index) => readValue(item, previous[index]));
  const isSame = items.length === previous.length && items.every((item, index) => item === previous[index]);
  return isSame ? previous : items;
}
